"""Whose certificates we believe when the connection to the server is encrypted."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from workers.link import Unreachable

_NOT_FOR_THIS_NAME = (62, 64)  # X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH
_OUT_OF_DATE = (9, 10)  # X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED


@dataclass(frozen=True, slots=True)
class Trust:
    """ca: a PEM file of the authorities we believe, instead of the system's · verify False:
    believe anybody. What is sent stays hidden from who listens, but not from who stands between
    us and the server and pretends to be it."""

    ca: Path | None = None
    verify: bool = True


@cache
def tls_context(trust: Trust) -> ssl.SSLContext:
    """Raises Unreachable when the file of authorities cannot be read."""
    try:
        context = ssl.create_default_context(cafile=trust.ca)
    except (OSError, ssl.SSLError):
        raise Unreachable(
            f"REDIS_CA names {trust.ca}, which holds no certificates in PEM form that we can read",
            refused=True,
        ) from None
    # Python 3.13 began to refuse authorities that leave out extensions nobody asked for before, as
    # some hosts' own do; all versions are to believe the same.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if not trust.verify:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def distrusted(error: ssl.SSLError, place: str) -> Unreachable:
    """Why there is no encrypted connection, as a sentence."""
    if not isinstance(error, ssl.SSLCertVerificationError):
        return Unreachable(
            f"no encrypted connection to {place}: does the server speak TLS there? If not, "
            "write redis instead of rediss in REDIS_URL",
            refused=True,
        )
    code: int = error.verify_code
    if code in _NOT_FOR_THIS_NAME:
        why = "is for another name; write the name it is for in REDIS_URL"
    elif code in _OUT_OF_DATE:
        why = "is out of date (or the clock of this machine is wrong)"
    else:
        why = (
            "is signed by nobody we know: set REDIS_CA to the file of the authority that signed "
            "it, or REDIS_TLS_VERIFY=false to believe anybody"
        )
    return Unreachable(f"the certificate of the server at {place} {why}", refused=True)
