"""Prints the first and last second of each day in the argument, a JSON list of [day, zone]."""

import json
import sys
from datetime import date

from acoustic_gateway import local_day

days = [local_day(date.fromisoformat(day), zone) for day, zone in json.loads(sys.argv[1])]
print(json.dumps([[int(start.timestamp()), int(end.timestamp())] for start, end in days]))
