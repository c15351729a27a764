"""A client of the REST routes under /api/v0."""

from __future__ import annotations

import re
from datetime import date, datetime, timezone
from typing import Any, Dict, List, Literal, Mapping, Optional, Union
from urllib.parse import quote

from .errors import NoRecording
from .generated import (
    EVENT_COLUMNS,
    SAMPLE_COLUMNS,
    EmbeddedMap,
    NotFound,
    Order,
    Project,
    ProjectWithSensors,
    Sample,
    SoundEvent,
    Weighting,
)
from .local_days import Range, local_day
from .records import Records, parse_instants
from .transport import Transport

#: The edge of a range: a local day, an instant, or the text of one as the gateway takes it (contract, 2.3).
Moment = Union[datetime, date, str]


class Client:
    """
    Reads what a key may read. Threads may share a client.

    `url` is the address of the gateway, with or without /api/v0. `timeout` is in seconds and counts for each wait on the
    network. After a 429, and after a 503 that may pass, a request is repeated as `Retry-After` says, until `patience`
    seconds were waited. Every method raises a GatewayError where it has no success.
    """

    def __init__(self, url: str, key: str, *, timeout: float = 10, patience: float = 120) -> None:
        self._transport = Transport(url, key, timeout, patience)
        self._zones: Dict[str, str] = {}

    def projects(self) -> List[Project]:
        """The projects of the key, by id."""
        projects: List[Project] = self._transport.get_json("/projects")["data"]
        for project in projects:
            parse_instants(project["contract"] or {})  # type: ignore[arg-type]
        return projects

    def project(self, project: str) -> ProjectWithSensors:
        """One project with the sensors of the key."""
        answer: ProjectWithSensors = self._transport.get_json(f"/projects/{_part(project)}")["data"]
        parse_instants(answer["contract"] or {})  # type: ignore[arg-type]
        return answer

    def map(self, project: str) -> EmbeddedMap:
        """The sensors as GeoJSON, each with its latest level if the key may read data."""
        answer: EmbeddedMap = self._transport.get_json(f"/projects/{_part(project)}/embedded-map")["data"]
        for feature in answer["sensors"]["features"]:
            parse_instants(feature["properties"].get("latest") or {})  # type: ignore[arg-type]
        return answer

    def samples(
        self,
        project: str,
        sensor: str,
        start: Moment,
        end: Moment,
        *,
        weighting: Weighting = "A",
        order: Order = "asc",
        audio: bool = False,
    ) -> Records[Sample]:
        """
        The samples of a sensor from `start` to `end`, both included.

        A date is a local day of the project: as `start` its first second, as `end` its last. A datetime must have a time
        zone. A text is a date, or an instant as the gateway takes it. `audio` adds `audioUrl` and `audioExpiresAt` to each record.
        """
        query = self._query(project, start, end, weighting, order, audio)
        return self._records(project, sensor, "measurements", query, SAMPLE_COLUMNS)

    def events(
        self,
        project: str,
        sensor: str,
        start: Moment,
        end: Moment,
        *,
        weighting: Weighting = "A",
        order: Order = "asc",
        audio: bool = False,
    ) -> Records[SoundEvent]:
        """The sound events of a sensor: its samples above the limit that holds now. Parameters as for `samples`."""
        query = self._query(project, start, end, weighting, order, audio)
        return self._records(project, sensor, "events", query, EVENT_COLUMNS)

    def day(self, project: str, day: date) -> Range:
        """The first and the last second of a local day of the project."""
        zone = self._zones.get(project)
        if zone is None:
            zone = self._zones[project] = self.project(project)["timezone"]
        return local_day(day, zone)

    def audio(
        self,
        project: str,
        record: Union[Sample, SoundEvent],
        first: int = 0,
        last: Optional[int] = None,
    ) -> bytes:
        """
        The FLAC recording of a record, or its bytes from `first` to `last`, both included.

        The lease in the record is used if there is one. A lease that has expired is renewed once, by the operation that
        the record came from. Raises NoRecording where the record has none.
        """
        address = record.get("audioUrl")
        if address is not None:
            try:
                return self._download(address, first, last)
            except NotFound:
                pass
        renewed = self._renew(project, record)
        if renewed is None:
            raise NoRecording(f"There is no recording of {record['id']} to download.")
        return self._download(renewed, first, last)

    def _renew(self, project: str, record: Union[Sample, SoundEvent]) -> Optional[str]:
        sensor = record["id"].rpartition(".")[0]
        at = record["datetime"]
        read = self.events if "over" in record else self.samples
        weighting: Weighting = record["fweighting"]  # type: ignore[assignment]
        # An event may have become a sample below its limit since.
        found = next(iter(read(project, sensor, at, at, weighting=weighting, audio=True)), None)
        return None if found is None else found.get("audioUrl")

    def _download(self, path: str, first: int, last: Optional[int]) -> bytes:
        if not path.startswith("/"):
            raise ValueError("audioUrl must be a path: the key is sent only to the gateway")
        part = first > 0 or last is not None
        headers = {"Range": f"bytes={first}-{'' if last is None else last}"} if part else {}
        answer = self._transport.get(self._transport.origin + path, {"Accept": "audio/flac", **headers})
        # A proxy may ignore the range.
        whole = part and answer.status == 200
        return answer.body[first : None if last is None else last + 1] if whole else answer.body

    def _records(
        self, project: str, sensor: str, kind: str, query: Mapping[str, object], columns: Mapping[str, str]
    ) -> Records[Any]:
        path = f"/projects/{_part(project)}/sensors/{_part(sensor)}/{kind}"
        with_audio = query["withAudio"] == "true"
        shown = {name: of for name, of in columns.items() if with_audio or not name.startswith("audio")}
        return Records(lambda page: self._transport.get_json(path, page), query, shown)

    def _query(
        self,
        project: str,
        start: Moment,
        end: Moment,
        weighting: Weighting,
        order: Order,
        audio: bool,
    ) -> Mapping[str, object]:
        return {
            "startAt": self._instant(project, start, "start"),
            "endAt": self._instant(project, end, "end"),
            "fweighting": weighting,
            "orderBy": order,
            "withAudio": "true" if audio else "false",
        }


    def _instant(self, project: str, moment: Moment, edge: Literal["start", "end"]) -> str:
        if isinstance(moment, str) and _INSTANT.search(moment):
            return moment
        value = _parse_date(moment) if isinstance(moment, str) else moment
        if not isinstance(value, date):
            raise TypeError(f"{edge} must be a date, a datetime or a text, not {type(value).__name__}")
        instant = value if isinstance(value, datetime) else getattr(self.day(project, value), edge)
        if instant.tzinfo is None:
            raise ValueError(f"{moment} has no time zone: pass a date for a local day, or an aware datetime")
        return instant.astimezone(timezone.utc).isoformat()


#: The gateway parses such a text, so that it is one rule.
_INSTANT = re.compile(r"T.*(Z|[+-][0-9:]+)$")


def _parse_date(text: str) -> date:
    try:
        # `fromisoformat` takes other forms as well, from Python 3.11 on.
        return datetime.strptime(text if len(text) == 10 else "", "%Y-%m-%d").date()
    except ValueError:
        raise ValueError(f"{text!r} is neither a date such as 2026-03-29 nor 2026-03-29T06:00:00Z") from None


def _part(name: str) -> str:
    return quote(name, safe="")
