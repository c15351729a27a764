# Generated from the OpenAPI document of the gateway by `npm run generate`. Do not edit.
"""The objects of answers, and an error for each code. A later gateway may add members, and values to enumerations."""

from __future__ import annotations

from datetime import datetime as Instant
from typing import Dict, FrozenSet, List, Literal, Mapping, Optional, Type, TypedDict

from .errors import GatewayError

VERSION = "0.1.0"
#: The most records of a page.
PAGE_RECORDS = 2000

Weighting = Literal["A", "C", "Z"]
Order = Literal["asc", "desc"]

class Location(TypedDict):
    """A position in WGS 84, degrees."""

    latitude: float
    """Degrees north, -90 to 90."""
    longitude: float
    """Degrees east, -180 to 180."""


class Contract(TypedDict):
    """The period whose data and events may be read; both bounds are included."""

    startAt: Instant
    """First instant."""
    endAt: Instant
    """Last instant."""


class Project(TypedDict):
    """A place where sensors measure under one contract."""

    id: str
    """Chosen by the operator: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`."""
    name: str
    """Name for people."""
    description: Optional[str]
    """Purpose of the project, for people."""
    timezone: str
    """IANA time zone in which the limits' wall clock runs."""
    location: Optional[Location]
    """Position of the project."""
    contract: Optional[Contract]
    """The contract period; null where its configuration is missing or invalid."""


class Sensor(TypedDict):
    """A sound level meter."""

    id: str
    """Chosen by the operator, unique in the whole installation."""
    name: str
    """Name for people."""
    serialNumber: Optional[str]
    """Serial number of the instrument."""
    model: Optional[str]
    """Model or class of the instrument."""
    location: Optional[Location]
    """Position of the sensor."""


class ProjectWithSensors(TypedDict):
    """A place where sensors measure under one contract."""

    id: str
    """Chosen by the operator: `[A-Za-z0-9][A-Za-z0-9_-]{0,63}`."""
    name: str
    """Name for people."""
    description: Optional[str]
    """Purpose of the project, for people."""
    timezone: str
    """IANA time zone in which the limits' wall clock runs."""
    location: Optional[Location]
    """Position of the project."""
    contract: Optional[Contract]
    """The contract period; null where its configuration is missing or invalid."""
    sensors: List[Sensor]
    """The allowed sensors of the project, ordered by id. Scope `v0:projects:read`."""


#: Known values: "A", "C", "Z".
FrequencyWeighting = str


class Classification(TypedDict):
    """The classification of a sample by a model."""

    label: str
    """The label that the model gave."""
    confidence: float
    """Confidence of the model, 0 to 1."""
    model: str
    """Name of the model."""


#: Known values: "sensor_exception", "project_exception", "sensor_holiday", "project_holiday", "sensor_schedule", "project_schedule", "sensor_default", "project_default", "none".
LimitSource = str


class _Sample(TypedDict):
    id: str
    """`<sensorId>.<unix second>`, the same for each weighting: a cache needs `fweighting` beside it."""
    datetime: Instant
    """Start of the interval, on a whole second."""
    fweighting: FrequencyWeighting
    """The requested weighting, which `Leq` and `limit` follow."""
    Leq: Optional[float]
    """Equivalent level of the requested weighting: `LAeq`, `LCeq` or `LZeq`."""
    LAeq: Optional[float]
    """A-weighted equivalent level."""
    LCeq: Optional[float]
    """C-weighted equivalent level."""
    LZeq: Optional[float]
    """Z-weighted equivalent level."""
    LAFmax: Optional[float]
    """A-weighted maximum, time weighting F."""
    LAFmin: Optional[float]
    """A-weighted minimum, time weighting F."""
    LCpeak: Optional[float]
    """C-weighted peak."""
    LA10: Optional[float]
    """A-weighted level exceeded for 10 % of the interval."""
    LA50: Optional[float]
    """A-weighted level exceeded for 50 % of the interval."""
    LA90: Optional[float]
    """A-weighted level exceeded for 90 % of the interval."""
    classification: Optional[Classification]
    """Classification by the project's current model; null without one of enough confidence."""
    limit: Optional[float]
    """The limit by today's schedule; null if none applies."""
    limitSource: LimitSource
    """Source of the limit."""
    limitRecalculatedAt: Instant
    """Instant of the calculation of the limit, the same for the whole page."""


class Sample(_Sample, total=False):
    """An acoustic measurement over one interval. A level that the meter did not report is null."""

    audioUrl: Optional[str]
    """Path of the recording; null without one, and where none can be leased. Left out unless `withAudio` is true."""
    audioExpiresAt: Optional[Instant]
    """Instant at which that path expires; null exactly where `audioUrl` is. Left out unless `withAudio` is true."""


class EffectiveRange(TypedDict):
    """The range actually used; both bounds are included."""

    startAt: Instant
    """First instant."""
    endAt: Instant
    """Last instant."""


class PageMeta(TypedDict):
    """The range that was read."""

    clamped: bool
    """True if the requested range was cut to the contract period."""
    effectiveRange: Optional[EffectiveRange]
    """The range actually used; null where the request does not overlap the contract."""


class MeasurementsPage(TypedDict):
    """One page of samples."""

    data: List[Sample]
    """The samples, in the requested order."""
    cursor: Optional[int]
    """Cursor of the next page; null exactly when nothing follows."""
    meta: PageMeta
    """The range that was read."""


class _SoundEvent(TypedDict):
    id: str
    """Id of its sample."""
    sensorId: str
    """The sensor that measured it."""
    datetime: Instant
    """Start of the sample's interval."""
    classification: Optional[Classification]
    """Classification by the project's current model; null without one of enough confidence."""
    Leq: float
    """Equivalent level of the requested weighting."""
    limit: float
    """The limit that was exceeded."""
    over: float
    """`Leq - limit`, above zero."""
    limitSource: LimitSource
    """Source of the limit."""
    limitRecalculatedAt: Instant
    """Instant of the calculation of the limit, the same for the whole page."""
    fweighting: FrequencyWeighting
    """The requested weighting."""


class SoundEvent(_SoundEvent, total=False):
    """A sample whose equivalent level exceeds the limit by today's schedule."""

    audioUrl: Optional[str]
    """Path of the recording; null without one, and where none can be leased. Left out unless `withAudio` is true."""
    audioExpiresAt: Optional[Instant]
    """Instant at which that path expires; null exactly where `audioUrl` is. Left out unless `withAudio` is true."""


class SoundEventsPage(TypedDict):
    """One page of sound events."""

    data: List[SoundEvent]
    """The events, in the requested order. A page may have fewer than `limit` and still be followed by another."""
    cursor: Optional[int]
    """Cursor of the next page; null exactly when nothing follows."""
    meta: PageMeta
    """The range that was read."""


class PointGeometry(TypedDict):
    """A GeoJSON Point."""

    type: Literal["Point"]
    """`Point`."""
    coordinates: List[float]
    """Longitude, latitude."""


class LatestLevel(TypedDict):
    """The last A-weighted level of a sensor."""

    datetime: Instant
    """Start of the sample's interval."""
    Leq: float
    """A-weighted equivalent level."""
    limit: Optional[float]
    """The limit by today's schedule; null if none applies."""
    over: Optional[float]
    """`Leq - limit`, negative below the limit; null without a limit."""


class _SensorFeatureProperties(TypedDict):
    name: str
    """Name of the sensor."""


class SensorFeatureProperties(_SensorFeatureProperties, total=False):
    """Properties of a sensor on the map."""

    latest: Optional[LatestLevel]
    """Its last sample with an `LAeq` inside the contract and not after now; null if there is none. Scope `v0:data:read`. Left out where the key may not read it."""


class SensorFeature(TypedDict):
    """A GeoJSON Feature."""

    type: Literal["Feature"]
    """`Feature`."""
    id: str
    """Id of the sensor."""
    geometry: Optional[PointGeometry]
    """Null where the sensor has no location."""
    properties: SensorFeatureProperties
    """Properties of the sensor on the map."""


class SensorFeatureCollection(TypedDict):
    """A GeoJSON FeatureCollection."""

    type: Literal["FeatureCollection"]
    """`FeatureCollection`."""
    features: List[SensorFeature]
    """One feature a sensor."""


class EmbeddedMap(TypedDict):
    """The map of a project (RFC 7946)."""

    projectId: str
    """The project."""
    name: str
    """Name of the project."""
    timezone: str
    """Its IANA time zone."""
    center: Optional[List[float]]
    """Longitude and latitude: the project's, else the middle of `bbox`, else null."""
    bbox: Optional[List[float]]
    """West, south, east, north of the allowed sensors (RFC 7946, 5); null where none has a location."""
    zoom: int
    """Zoom level that shows `bbox`, 0 to 19."""
    sensors: SensorFeatureCollection
    """The allowed sensors."""

#: Members that are instants, wherever they stand.
INSTANTS: FrozenSet[str] = frozenset({"audioExpiresAt", "datetime", "endAt", "limitRecalculatedAt", "startAt"})

SAMPLE_COLUMNS: Dict[str, Literal["float", "instant", "text"]] = {
    "id": "text",
    "datetime": "instant",
    "fweighting": "text",
    "Leq": "float",
    "LAeq": "float",
    "LCeq": "float",
    "LZeq": "float",
    "LAFmax": "float",
    "LAFmin": "float",
    "LCpeak": "float",
    "LA10": "float",
    "LA50": "float",
    "LA90": "float",
    "classification.label": "text",
    "classification.confidence": "float",
    "classification.model": "text",
    "limit": "float",
    "limitSource": "text",
    "limitRecalculatedAt": "instant",
    "audioUrl": "text",
    "audioExpiresAt": "instant",
}

EVENT_COLUMNS: Dict[str, Literal["float", "instant", "text"]] = {
    "id": "text",
    "sensorId": "text",
    "datetime": "instant",
    "classification.label": "text",
    "classification.confidence": "float",
    "classification.model": "text",
    "Leq": "float",
    "limit": "float",
    "over": "float",
    "limitSource": "text",
    "limitRecalculatedAt": "instant",
    "fweighting": "text",
    "audioUrl": "text",
    "audioExpiresAt": "instant",
}


class InvalidRequest(GatewayError):
    """The gateway answers with the code `invalid_request`."""


class CursorOutOfRange(GatewayError):
    """The gateway answers with the code `cursor_out_of_range`."""


class Unauthorized(GatewayError):
    """The gateway answers with the code `unauthorized`."""


class Forbidden(GatewayError):
    """The gateway answers with the code `forbidden`."""


class NotFound(GatewayError):
    """The gateway answers with the code `not_found`."""


class MethodNotAllowed(GatewayError):
    """The gateway answers with the code `method_not_allowed`."""


class RangeNotSatisfiable(GatewayError):
    """The gateway answers with the code `range_not_satisfiable`."""


class HeaderTooLarge(GatewayError):
    """The gateway answers with the code `header_too_large`."""


class TooManyRequests(GatewayError):
    """The gateway answers with the code `too_many_requests`."""


class ContractUnavailable(GatewayError):
    """The gateway answers with the code `contract_unavailable`."""


class Unavailable(GatewayError):
    """The gateway answers with the code `unavailable`."""


ERRORS: Mapping[str, Type[GatewayError]] = {
    "invalid_request": InvalidRequest,
    "cursor_out_of_range": CursorOutOfRange,
    "unauthorized": Unauthorized,
    "forbidden": Forbidden,
    "not_found": NotFound,
    "method_not_allowed": MethodNotAllowed,
    "range_not_satisfiable": RangeNotSatisfiable,
    "header_too_large": HeaderTooLarge,
    "too_many_requests": TooManyRequests,
    "contract_unavailable": ContractUnavailable,
    "unavailable": Unavailable,
}

__all__ = [
    "Classification",
    "Contract",
    "ContractUnavailable",
    "CursorOutOfRange",
    "EffectiveRange",
    "EmbeddedMap",
    "Forbidden",
    "FrequencyWeighting",
    "HeaderTooLarge",
    "InvalidRequest",
    "LatestLevel",
    "LimitSource",
    "Location",
    "MeasurementsPage",
    "MethodNotAllowed",
    "NotFound",
    "Order",
    "PageMeta",
    "PointGeometry",
    "Project",
    "ProjectWithSensors",
    "RangeNotSatisfiable",
    "Sample",
    "Sensor",
    "SensorFeature",
    "SensorFeatureCollection",
    "SensorFeatureProperties",
    "SoundEvent",
    "SoundEventsPage",
    "TooManyRequests",
    "Unauthorized",
    "Unavailable",
    "Weighting",
]
