"""Local days as instants. The schedule of noise limits runs in the local time of the project."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from typing import NamedTuple, Union
from zoneinfo import ZoneInfo


class Range(NamedTuple):
    """Two instants in UTC. Both belong to the range."""

    start: datetime
    end: datetime


def local_day(day: date, zone: Union[str, ZoneInfo]) -> Range:
    """
    The first and the last second of a day in a time zone: 23, 24 or 25 hours.

    >>> local_day(date(2026, 3, 29), "Europe/Lisbon").end.isoformat()
    '2026-03-29T22:59:59+00:00'

    Raises ValueError for a day that the zone left out, such as 2011-12-30 in Pacific/Apia.
    """
    zone = ZoneInfo(zone) if isinstance(zone, str) else zone
    # Where midnight is twice, the first one counts; where it is missing, the offset before leads to the end of the gap.
    start, next_start = (_instant(of, time(), zone) for of in (day, day + timedelta(days=1)))
    if start == next_start:
        raise ValueError(f"{day} never was in {zone.key}")
    end = _instant(day, time(23, 59, 59, fold=1), zone)
    missing = end.astimezone(zone).date() != day
    return Range(start, next_start - timedelta(seconds=1) if missing else end)


def _instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(timezone.utc)
