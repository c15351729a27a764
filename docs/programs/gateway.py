import argparse, json, os, sys, time
from datetime import date, datetime, timedelta, timezone
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from zoneinfo import ZoneInfo

API = os.environ.get("API", "http://127.0.0.1:8080/api/v0")
KEY = os.environ.get("KEY")


def get(path, **query):
    if not KEY:
        sys.exit("KEY is not set: it is your API key.")
    request = Request(f"{API}{path}?{urlencode(query)}", headers={"svc-api-key": f"Bearer {KEY}"})
    for attempts_left in reversed(range(5)):
        try:
            with urlopen(request, timeout=10) as response:
                return json.load(response)
        except HTTPError as error:
            code, message = read_problem(error)
            may_pass = error.code in (429, 502, 503, 504) and code != "contract_unavailable"
            if attempts_left == 0 or not may_pass:
                sys.exit(message)
            # A proxy may leave `Retry-After` out.
            wait = error.headers["Retry-After"] or ""
            time.sleep(int(wait) if wait.isdigit() else 5)
        except ValueError:
            sys.exit(f"The answer is not JSON. Is {API} the address of the gateway?")
        except (OSError, HTTPException) as error:
            sys.exit(f"{API} cannot be reached: {error}")


def read_problem(error):
    try:
        problem = json.load(error)
        return problem["code"], f"{problem['detail']} (request {problem['requestId']})"
    except (ValueError, KeyError, TypeError):
        return None, f"{error.code} {error.reason}, and not from the gateway: a proxy answers."


def read_day(project, sensor, day=None):
    """All samples of a day in the project's local time: of yesterday, or of a date."""
    zone = ZoneInfo(get(f"/projects/{project}")["data"]["timezone"])
    day = day or datetime.now(zone).date() - timedelta(days=1)
    utc = lambda d: datetime(d.year, d.month, d.day, tzinfo=zone).astimezone(timezone.utc)
    last = utc(day + timedelta(days=1)) - timedelta(seconds=1)
    query = {"startAt": utc(day).isoformat(), "endAt": last.isoformat(), "limit": 2000}
    cursor = 0
    while cursor is not None:
        page = get(f"/projects/{project}/sensors/{sensor}/measurements", **query, cursor=cursor)
        yield from page["data"]
        cursor = page["cursor"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Counts the samples of a day.")
    parser.add_argument("project")
    parser.add_argument("sensor")
    parser.add_argument("day", nargs="?", type=date.fromisoformat, help="a date (default: yesterday)")
    samples = list(read_day(**vars(parser.parse_args())))
    print(f"{len(samples)} samples")
    for sample in samples and (samples[0], samples[-1]):
        print(sample["datetime"])
