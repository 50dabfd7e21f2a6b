"""Whether a folder lies on another machine, as Linux tells it: there SQLite cannot share its memory with others."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_NETWORK = frozenset({
    "afs", "cifs", "fuse.davfs", "fuse.glusterfs", "fuse.sshfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3",
    "smbfs",
})  # fmt: skip
_ESCAPED = re.compile(r"\\([0-7]{3})")


def network_file_system(folder: PurePosixPath, mounts: str) -> str | None:
    """Return the kind of the network file system that `folder` lies on, or None.

    `folder` is absolute and without links; `mounts` is the text of /proc/self/mountinfo.
    """
    deepest, kind = -1, ""
    for line in mounts.splitlines():
        place, _, rest = line.partition(" - ")
        fields = place.split(" ")
        if len(fields) < 5 or not rest:
            continue
        point = PurePosixPath(_ESCAPED.sub(lambda found: chr(int(found[1], 8)), fields[4]))
        # A later mount on the same place hides the earlier one.
        if folder.is_relative_to(point) and len(point.parts) >= deepest:
            deepest, kind = len(point.parts), rest.split(" ")[0]
    return kind if kind in _NETWORK else None
