"""The records of a range of time: read page by page, as rows or as a frame of pandas."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Iterator, Mapping, Optional, TypeVar

from .generated import INSTANTS, PAGE_RECORDS, PageMeta

if TYPE_CHECKING:
    import pandas

Row = TypeVar("Row")


class Records(Generic[Row]):
    """
    Samples or sound events. Each iteration reads the pages anew, and holds one page at a time.

    Rows are the objects of the answer, with instants as aware datetimes in UTC.
    """

    def __init__(
        self,
        get: Callable[[Mapping[str, object]], Any],
        query: Mapping[str, object],
        columns: Mapping[str, str],
    ) -> None:
        self._get = get
        self._query = query
        self._columns = columns
        self._meta: Optional[PageMeta] = None

    def __iter__(self) -> Iterator[Row]:
        cursor: Optional[int] = 0
        # A page of events may be empty and have a next one.
        while cursor is not None:
            page = self._read(cursor, PAGE_RECORDS)
            yield from page["data"]
            cursor = page["cursor"]

    @property
    def meta(self) -> PageMeta:
        """The range that is read, and whether it was cut to the contract. Queries the gateway if no page was read."""
        if self._meta is None:
            self._read(0, 1)
        assert self._meta is not None
        return self._meta

    def frame(self, zone: Optional[str] = None) -> pandas.DataFrame:
        """
        All records as a frame. Needs pandas.

        The index is `datetime`, in UTC or in the time zone `zone`. Levels are floats, NaN where the meter reported none.
        Members of `classification` are columns of their own, such as `classification.label`. An empty range has all columns.
        """
        import pandas

        rows = list(self)
        types = {"float": "float64", "instant": "datetime64[ns, UTC]", "text": "object"}
        frame = pandas.DataFrame(
            {name: _series(pandas, _column(rows, name), types[kind]) for name, kind in self._columns.items()}
        )
        if zone is not None:
            frame["datetime"] = frame["datetime"].dt.tz_convert(zone)
        return frame.set_index("datetime")

    def _read(self, cursor: int, limit: int) -> Any:
        page = self._get({**self._query, "cursor": cursor, "limit": limit})
        parse_instants(page["meta"]["effectiveRange"] or {})
        for row in page["data"]:
            parse_instants(row)
        self._meta = page["meta"]
        return page


def parse_instants(answer: Dict[str, Any]) -> None:
    """Replaces the instants of one object of an answer, which are texts such as 2026-03-17T10:00:00.000Z."""
    for name in INSTANTS & answer.keys():
        text = answer[name]
        if text is not None:
            answer[name] = datetime.fromisoformat(text.replace("Z", "+00:00"))


def _series(pandas: Any, values: list[Any], dtype: str) -> Any:
    if dtype.startswith("datetime64"):
        return pandas.Series(pandas.to_datetime(values, utc=True), dtype=dtype)
    return pandas.Series(values, dtype=dtype)


def _column(rows: list[Any], name: str) -> list[Any]:
    """The members of this name, or of one inside another: `classification.label`."""
    outer, _, inner = name.partition(".")
    values = [row.get(outer) for row in rows]
    return [None if value is None else value.get(inner) for value in values] if inner else values
