"""Where a folder lies, as Linux tells it."""

from __future__ import annotations

from pathlib import PurePosixPath

import pytest

from goldsmith.adapters.review_stores.mounts import network_file_system

MOUNTS = r"""
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:41 / /data rw,relatime shared:2 - nfs4 files:/data rw,vers=4.2
41 40 254:1 / /data/ann/fast rw,relatime - ext4 /dev/vdb rw
42 22 0:42 / /mnt/our\040share rw - cifs //files/share rw
43 22 0:43 / /mnt/over rw - nfs files:/over rw
44 43 0:44 / /mnt/over rw - tmpfs tmpfs rw
a line that is none
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/srv/project", None),
        ("/data/ann/project", "nfs4"),
        ("/data/ann/fast/project", None),
        ("/dataly", None),
        ("/mnt/our share", "cifs"),
        ("/mnt/over/project", None),
    ],
)
def test_the_deepest_and_latest_mount_decides(folder: str, kind: str | None) -> None:
    assert network_file_system(PurePosixPath(folder), MOUNTS) == kind


def test_where_nothing_is_told_nothing_is_said() -> None:
    assert network_file_system(PurePosixPath("/data/ann"), "") is None
