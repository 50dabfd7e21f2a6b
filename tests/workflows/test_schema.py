"""What `goldsmith schema` prints."""

from __future__ import annotations

import pytest

from goldsmith.errors import UnknownNameError
from goldsmith.ondisk.schemas import file_schema
from goldsmith.workflows.schema import SCHEMAS, schema


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_every_schema_is_the_one_of_its_file(name: str) -> None:
    assert schema(name) == file_schema(name)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        schema("nothing")
