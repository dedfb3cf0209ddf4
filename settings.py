"""Everything the environment may change. Read by entry points only, once, at start."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DEFAULT_POLICY = (
    "You are a helpful assistant in a chat. Answer in the language of the user's last message, "
    "briefly and to the point. When you use an id, number, date, quotation or line of code that "
    "was said before, repeat it exactly as written."
)
RECIPES = ("buffer", "window", "knn", "clusters", "summary", "summary_buffer", "full")

REDIS_SCHEMES = (
    "redis",
    "rediss",
    "unix",
    "redis+sentinel",
    "rediss+sentinel",
    "redis+cluster",
    "rediss+cluster",
)


class BadSettings(Exception):
    """One or more variables are missing or wrong; the text names each and says what is wanted,
    and never holds a value."""


class Settings(BaseSettings):
    """One variable of the environment (or of .env) per field; see .env.example."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    telegram_bot_token: SecretStr | None = Field(None, alias="TELEGRAM_BOT_TOKEN")
    telegram_api_url: str = Field("https://api.telegram.org", alias="TELEGRAM_API_URL")
    sends_per_second: float = Field(30, ge=0, le=1000, alias="TELEGRAM_SENDS_PER_SECOND")
    telegram_rich: Literal["off", "auto", "always"] = Field("off", alias="TELEGRAM_RICH")
    feedback_buttons: Literal["off", "auto", "always"] = Field(
        "auto", alias="HAFEZ_FEEDBACK_BUTTONS"
    )
    openai_api_key: SecretStr | None = Field(None, alias="OPENAI_API_KEY")
    openai_base_url: str | None = Field(None, alias="OPENAI_BASE_URL")
    openai_model: str | None = Field(None, alias="OPENAI_MODEL")
    openai_models: Annotated[tuple[str, ...], NoDecode] = Field((), alias="OPENAI_MODELS")
    openai_summary_model: str | None = Field(None, alias="OPENAI_SUMMARY_MODEL")
    openai_temperature: float | None = Field(None, ge=0, le=2, alias="OPENAI_TEMPERATURE")
    embedding_model: str | None = Field(None, alias="EMBEDDING_MODEL")
    embedding_base_url: str | None = Field(None, alias="EMBEDDING_BASE_URL")
    embedding_api_key: SecretStr | None = Field(None, alias="EMBEDDING_API_KEY")
    embedding_timeout_s: float = Field(1, gt=0, le=60, alias="HAFEZ_EMBEDDING_TIMEOUT_SECONDS")
    redis_url: SecretStr | None = Field(None, alias="REDIS_URL")
    redis_driver: Literal["asyncio-redis", "redis-py"] | None = Field(None, alias="REDIS_DRIVER")
    redis_ca: Path | None = Field(None, alias="REDIS_CA")
    redis_tls_verify: bool = Field(True, alias="REDIS_TLS_VERIFY")
    prefix: str = Field("hafez", pattern=r"^[A-Za-z0-9_.-]{1,40}$", alias="HAFEZ_PREFIX")
    home: Path = Field(Path(".hafez"), alias="HAFEZ_HOME")
    shards: int = Field(1, ge=1, le=64, alias="HAFEZ_SHARDS")
    access: Literal["closed", "public"] = Field("closed", alias="ACCESS")
    owners: Annotated[frozenset[int], NoDecode] = Field(frozenset(), alias="HAFEZ_OWNERS")
    allowed_users: Annotated[frozenset[int], NoDecode] = Field(
        frozenset(), alias="HAFEZ_ALLOWED_USERS"
    )
    names: Annotated[frozenset[str], NoDecode] = Field(frozenset(), alias="HAFEZ_NAMES")
    messages_per_minute: int = Field(60, ge=0, alias="HAFEZ_MESSAGES_PER_MINUTE")
    chat_messages_per_minute: int = Field(0, ge=0, alias="HAFEZ_CHAT_MESSAGES_PER_MINUTE")
    user_tokens_per_day: int = Field(0, ge=0, alias="HAFEZ_USER_TOKENS_PER_DAY")
    user_tokens_per_month: int = Field(0, ge=0, alias="HAFEZ_USER_TOKENS_PER_MONTH")
    chat_tokens_per_day: int = Field(0, ge=0, alias="HAFEZ_CHAT_TOKENS_PER_DAY")
    chat_tokens_per_month: int = Field(0, ge=0, alias="HAFEZ_CHAT_TOKENS_PER_MONTH")
    webhook_url: str | None = Field(None, alias="HAFEZ_WEBHOOK_URL")
    webhook_address: str = Field("0.0.0.0:8080", alias="HAFEZ_WEBHOOK_ADDRESS")
    webhook_secret: SecretStr | None = Field(None, alias="HAFEZ_WEBHOOK_SECRET")
    port: int | None = Field(None, ge=0, le=65_535, alias="PORT")
    recipe: str = Field("full", alias="HAFEZ_RECIPE")
    window_pairs: int = Field(5, ge=0, le=1000, alias="HAFEZ_WINDOW")
    recalled: int = Field(5, ge=0, le=100, alias="HAFEZ_RECALLED")
    threshold_tokens: int = Field(2000, ge=50, le=1_000_000, alias="HAFEZ_SUMMARY_THRESHOLD_TOKENS")
    keep_recent: int = Field(2, ge=0, le=1000, alias="HAFEZ_SUMMARY_KEEP_RECENT")
    summary_rule: Literal["threshold", "bayes"] = Field("threshold", alias="HAFEZ_SUMMARY_RULE")
    summary_tokens: int = Field(600, ge=50, le=100_000, alias="HAFEZ_SUMMARY_TOKENS")
    facts_tokens: int = Field(2000, ge=50, le=1_000_000, alias="HAFEZ_FACTS_TOKENS")
    prompt_tokens: int = Field(8000, ge=500, le=10_000_000, alias="HAFEZ_PROMPT_TOKENS")
    concurrency: int = Field(64, ge=1, le=10_000, alias="HAFEZ_CONCURRENCY")
    model_timeout_s: float = Field(60, gt=0, le=3600, alias="HAFEZ_MODEL_TIMEOUT_SECONDS")
    turn_timeout_s: float = Field(180, gt=0, le=36_000, alias="HAFEZ_TURN_TIMEOUT_SECONDS")
    redis_timeout_s: float = Field(5, gt=0, le=600, alias="HAFEZ_REDIS_TIMEOUT_SECONDS")
    lease_s: float = Field(15, ge=1, le=3600, alias="HAFEZ_LEASE_SECONDS")
    drain_s: float = Field(30, ge=0, le=3600, alias="HAFEZ_DRAIN_SECONDS")
    max_attempts: int = Field(5, ge=1, le=100, alias="HAFEZ_MAX_ATTEMPTS")
    max_waiting: int = Field(20, ge=1, le=1_000_000, alias="HAFEZ_MAX_WAITING_PER_CHAT")
    max_waiting_all: int = Field(100_000, ge=1, alias="HAFEZ_MAX_WAITING")
    policy: str = Field(DEFAULT_POLICY, alias="POLICY")
    timezone: str = Field("UTC", alias="TIMEZONE")
    retention_days: int | None = Field(None, ge=1, le=36_500, alias="RETENTION_DAYS")
    health_address: str | None = Field(None, alias="HAFEZ_HEALTH_ADDRESS")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", alias="HAFEZ_LOG_LEVEL")

    @field_validator("allowed_users", "owners", mode="before")
    @classmethod
    def _ids(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        parts = value.replace(",", " ").split()
        if not all(re.fullmatch(r"-?[0-9]{1,20}", part) for part in parts):
            raise ValueError("Telegram ids (whole numbers) separated by commas")
        return frozenset(int(part) for part in parts)

    @field_validator("names", mode="before")
    @classmethod
    def _called(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return frozenset(name for part in value.split(",") if (name := part.strip()))

    @field_validator("openai_models", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value

    @field_validator("telegram_bot_token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is None:
            return None
        bot_id, colon, secret = value.get_secret_value().strip().partition(":")
        if not (colon and bot_id.isascii() and bot_id.isdigit() and len(secret) >= 10):
            raise ValueError("a token as @BotFather gives it: digits, a colon, then letters")
        return SecretStr(f"{bot_id}:{secret}")

    @field_validator("recipe")
    @classmethod
    def _recipe(cls, value: str) -> str:
        """Which kinds there are is known to workers only; they refuse an unknown one at start."""
        listed = "".join(value.split())
        if listed not in RECIPES and not re.fullmatch(r"[\w-]+(,[\w-]+)+", listed):
            raise ValueError(f"one of {', '.join(RECIPES)}, or kinds divided by commas")
        return listed

    @field_validator("webhook_url")
    @classmethod
    def _called_at(cls, value: str | None) -> str | None:
        """Telegram calls https only; a Bot API server of one's own may call http."""
        if value is not None and not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?", value):
            raise ValueError("a public address that starts with https://")
        return value

    @field_validator("webhook_secret")
    @classmethod
    def _sent_along(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", value.get_secret_value()):
            raise ValueError("1 to 256 of A-Z a-z 0-9 _ -")
        return value

    @field_validator("health_address", "webhook_address")
    @classmethod
    def _listening(cls, value: str | None) -> str | None:
        host, _, port = (value or "").rpartition(":")
        if value is not None and not (host and port.isascii() and port.isdigit()):
            raise ValueError('a host and a port, as in "127.0.0.1:8081"')
        return value

    @field_validator("timezone")
    @classmethod
    def _zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):
            raise ValueError('a time zone name such as "Asia/Tehran"') from None
        return value

    @field_validator("openai_base_url", "embedding_base_url", "telegram_api_url")
    @classmethod
    def _address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not value.startswith(("http://", "https://")):
            raise ValueError("an address that starts with http:// or https://")
        return value.rstrip("/")

    @field_validator("redis_url")
    @classmethod
    def _redis(cls, value: SecretStr | None) -> SecretStr | None:
        scheme = value.get_secret_value().partition("://")[0] if value else None
        if scheme not in {None, *REDIS_SCHEMES}:
            wanted = ", ".join(f"{name}://" for name in REDIS_SCHEMES)
            raise ValueError(f"an address that starts with one of {wanted}")
        return value

    @model_validator(mode="after")
    def _model_named(self) -> Settings:
        if (self.openai_api_key or self.openai_base_url) and not self.openai_model:
            raise ValueError(
                "OPENAI_MODEL: the name of the model to ask; wanted because OPENAI_API_KEY or "
                "OPENAI_BASE_URL is set"
            )
        if (self.embedding_api_key or self.embedding_base_url) and not self.embedding_model:
            raise ValueError(
                "EMBEDDING_MODEL: the name of the model to embed with; wanted because "
                "EMBEDDING_API_KEY or EMBEDDING_BASE_URL is set"
            )
        return self

    @property
    def secrets(self) -> tuple[str, ...]:
        """What log lines must never hold."""
        held = (
            self.telegram_bot_token,
            self.webhook_secret,
            self.openai_api_key,
            self.embedding_api_key,
            self.redis_url,
        )
        return tuple(secret.get_secret_value() for secret in held if secret is not None)

    @property
    def webhook_listen(self) -> str:
        """host:port; PORT, which platforms set, goes before the port of the address."""
        host, _, port = self.webhook_address.rpartition(":")
        return f"{host}:{port if self.port is None else self.port}"

    @property
    def bot_id(self) -> str:
        """The bot's Telegram id as text, "local" without a token."""
        if self.telegram_bot_token is None:
            return "local"
        return self.telegram_bot_token.get_secret_value().partition(":")[0]


def load_settings(**overrides: Any) -> Settings:
    """Read the environment and .env; raises BadSettings with a line per wrong variable."""
    try:
        return Settings(**overrides)
    except ValidationError as error:
        raise BadSettings("\n".join(_complaint(fault) for fault in error.errors())) from None


def _complaint(fault: Mapping[str, Any]) -> str:
    """One line naming the variable and what is wanted; never the value that was given."""
    wanted = str(fault["msg"]).removeprefix("Value error, ")
    if not fault["loc"]:
        return wanted
    return f"{fault['loc'][0]}: {wanted}"


def keep_tracing_off() -> None:
    """Libraries would send what users write to a tracing service when these say so; they are off
    unless the person who runs Hafez set them in the environment by hand."""
    for name in ("LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2"):
        os.environ.setdefault(name, "false")
