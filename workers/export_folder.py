"""The files of /export on this machine, for a chat in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from workers.export import Export, ExportFile, file_names


@dataclass(frozen=True, slots=True)
class ExportFolder:
    export: Export
    path: Path

    async def write(self, chat: str, language: str) -> Sequence[Path]:
        """Over the files of an earlier export; where they are."""
        return written(await self.export.files(chat, language), self.path)

    def there(self, chat: str) -> list[Path]:
        """The files of an earlier export."""
        return [path for name in file_names(chat) if (path := self.path / name).exists()]

    def erase(self, chat: str) -> int:
        """How many there were."""
        files = self.there(chat)
        for path in files:
            path.unlink(missing_ok=True)
        return len(files)


def written(files: Sequence[ExportFile], folder: Path) -> list[Path]:
    """The files in this folder, over those of an earlier export; only their owner may read them."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    paths = [folder / file.name for file in files]
    for path, file in zip(paths, files, strict=True):
        path.touch(mode=0o600)
        path.write_bytes(file.content)
    return paths
