"""Reads samples, sound events and recordings of an acoustic monitoring gateway."""

from .client import Client
from . import generated
from .errors import GatewayError, NoRecording, NotFromGateway, Unreachable
from .generated import *
from .local_days import Range, local_day
from .records import Records

__all__ = [
    "Client",
    "GatewayError",
    "NoRecording",
    "NotFromGateway",
    "Range",
    "Records",
    "Unreachable",
    "local_day",
]
__all__ += generated.__all__
