#!/usr/bin/env python3
"""Recomputes every verdict and every episode of an evidence pack, and prints each difference.

    python3 recompute.py [FOLDER] [--version N]

FOLDER is the unpacked pack (default: this folder). With --version it applies an earlier version of the rules,
which is kept in the pack. Exit codes: 0 all lines agree, 1 there is a difference, 2 a file is missing or malformed.

Needs Python 3.9 or later and its standard library; nothing of the gateway. method.md, beside this file, has the
definitions, the formulas, the clauses of the standards, and the format of each file of the pack.

Numbers in this program: a level is a whole number of hundredths of a decibel (65.5 dB is 6550). An instant is a whole
number of seconds since 1970-01-01T00:00:00Z. A clock time is a number of minutes after midnight. Ends are outside,
except those of the contract and of the range, which are the last second inside.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import math
import re
import sys
from bisect import bisect_left
from datetime import date as Date, datetime as DateTime, timedelta, timezone
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Tuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

HEADERS = {
    "sensors.csv": "sensor_id,interval_seconds,interval_source",
    # These at least: samples have every level that the gateway knows, and the rules use some.
    "samples.csv": "sensor_id,datetime,LAeq,LCeq,LZeq,LAFmax,LAFmin,LCpeak",
    "exclusions.csv": "sensor_id,start_at,end_at,reason,note",
    "classifications.csv": "sensor_id,datetime,model,label,confidence",
    "recordings.csv": "sensor_id,datetime",
    "assessments.csv": "sensor_id,criterion,date,start_at,end_at,local_start_at,seconds,samples,covered_seconds,"
    "excluded_seconds,coverage,level,limit,over,verdict,reason,reference_times,exceeded,undecided,worst_start_at,"
    "budget_used",
    "episodes.csv": "sensor_id,start_at,end_at,seconds,events,event_seconds,Leq,LAE,max_over,max_over_at,LeqMax,LAFmax,"
    "lowest_limit,highest_limit,label,label_seconds,recordings,first_recording_id,cut",
}
LEVEL_COLUMNS = set("level limit over Leq LAE max_over LeqMax LAFmax lowest_limit highest_limit".split())
FRACTION_COLUMNS = {"coverage", "budget_used"}
ENERGY_LEVELS, HIGHEST_LEVELS = ("LAeq", "LCeq", "LZeq"), ("LAFmax", "LCpeak")
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
EPOCH = DateTime(1970, 1, 1, tzinfo=timezone.utc)
DAY = timedelta(days=1)


class Malformed(Exception):
    """A file of the pack is missing, or is not what method.md says it is."""


# --- Values ----------------------------------------------------------------------------------------------------------


def level_of(value) -> int:
    """A level in dB, as text or as a number of JSON, in hundredths. It has two decimals at most."""
    match = re.fullmatch(r"(-?)([0-9]{1,4})(?:\.([0-9]{1,2})0*)?", str(value))
    if match is None:
        raise ValueError(f"{value} is no level with at most two decimals")
    return int(f"{match[1]}{match[2]}{(match[3] or '').ljust(2, '0')}")


def milliseconds_of(text: str) -> int:
    moment = DateTime.fromisoformat(text[:-1] + "+00:00" if text.endswith("Z") else text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} has no zone")
    return (moment - EPOCH) // timedelta(milliseconds=1)


def first_second(text: str) -> int:
    """The first whole second that is not before an instant. Samples start on whole seconds."""
    return -(-milliseconds_of(text) // 1000)


def last_second(text: str) -> int:
    """The last whole second that is not after an instant."""
    return milliseconds_of(text) // 1000


def text_of_instant(second: int) -> str:
    return (EPOCH + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%S.000Z").rjust(24, "0")


def minute_of(clock: str) -> int:
    if not re.fullmatch(r"([01][0-9]|2[0-3]):[0-5][0-9]|24:00", clock):
        raise ValueError(f"{clock} is no clock time")
    return int(clock[:2]) * 60 + int(clock[3:])


def seconds_of(length: str) -> int:
    """The seconds of an ISO 8601 duration such as PT30S, PT15M, PT1H or PT1H30M."""
    match = re.fullmatch(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?", length)
    seconds = sum(int(part or 0) * unit for part, unit in zip(match.groups(), (86400, 3600, 60, 1))) if match else 0
    if not 1 <= seconds <= 86400:
        raise ValueError(f"{length} is no length from one second to 24 hours")
    return seconds


def energy_of(level: int) -> float:
    return 10 ** (level / 1000)


def hundredths_of(energy: float) -> float:
    """10 lg of an energy, in hundredths of a dB, not rounded."""
    return 1000 * math.log10(energy)


def rounded(hundredths: float, step: int = 1) -> int:
    """Rounds once, to a multiple of `step` hundredths, halves away from zero.

    A mean of equal levels may differ from that level by the last bits of a double. So what is within 1e-9 steps of a
    half counts as the half: the mean of 64.05 and 64.05, to 0.1 dB, is 64.1.
    """
    steps = math.floor(abs(hundredths) / step + 0.5 + 1e-9) * step
    return steps if hundredths >= 0 else -steps


# --- Clocks, days and windows (method.md, 2) -------------------------------------------------------------------------


class Clock:
    """The clocks on the walls of a time zone."""

    def __init__(self, name: str):
        try:
            self.zone = ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise Malformed(
                f"this Python knows no time zone {name}: install the time zone data of your system (package tzdata), "
                "or run: python3 -m pip install tzdata"
            ) from error

    def at(self, second: int) -> DateTime:
        return DateTime.fromtimestamp(second, self.zone)

    def first_at(self, date: Date, minute: int) -> int:
        """The first second at which date and clock are `date` and `minute`, or later. 24:00 is the next date's 0:00."""
        requested = DateTime(date.year, date.month, date.day) + timedelta(minutes=minute)
        # Python reads a time that is there twice as the first of both. A time that a clock change skips it reads as
        # a second after the change with fold 0, and as one before it with fold 1; the change lies between.
        folds = (requested.replace(tzinfo=self.zone, fold=fold) for fold in (1, 0))
        before, after = ((moment - EPOCH) // timedelta(seconds=1) for moment in folds)
        if self.at(after).replace(tzinfo=None) == requested:
            return after
        while after - before > 1:
            middle = (before + after) // 2
            if self.at(middle).replace(tzinfo=None) < requested:
                before = middle
            else:
                after = middle
        return after


class Spell(NamedTuple):
    """A time of the day that comes again, `start` <= clock < `end`, on some days."""

    days: frozenset
    start: int
    end: int

    def starts_on(self, date: Date, minute: int) -> Tuple[Date, ...]:
        """The dates on which the occurrences start that hold this date and clock, whatever the days."""
        if self.start < self.end:
            return (date,) if self.start <= minute < self.end else ()
        dates = (date,) if minute >= self.start else ()
        return (*dates, date - DAY) if minute < self.end else dates

    def on(self, date: Date, clock: Clock) -> Optional[Tuple[int, int]]:
        """The one stretch of time of a date, or None where a clock change leaves nothing of it."""
        start = clock.first_at(date, self.start)
        end = clock.first_at(date if self.start < self.end else date + DAY, self.end)
        return (start, end) if start < end and clock.at(start).date() == date else None


def spell_of(entry: dict) -> Spell:
    """Without `from` and `to`: the whole day. Without `days`: every day."""
    days, start, end = entry.get("days"), entry.get("from"), entry.get("to")
    if (start is None) != (end is None):
        raise ValueError("from and to go together")
    return Spell(
        frozenset((*WEEKDAYS, "holiday") if days is None else days),
        minute_of("00:00" if start is None else start),
        minute_of("24:00" if end is None else end),
    )


# --- The rules of a site (method.md, 3 and 6) ------------------------------------------------------------------------


class Adjustment(NamedTuple):
    name: str
    spell: Spell
    add: int


class Criterion(NamedTuple):
    id: str
    level: str
    spell: Spell
    kind: str  # window, block, rolling or sample
    length: Optional[int]  # seconds of a block or a rolling time
    limit: int
    allowed: int
    min_coverage: float
    step: int  # to which levels are rounded
    sensors: Optional[List[str]]
    dates: Tuple[str, str]  # first and last
    adjustments: Tuple[Adjustment, ...]


def criterion_of(entry: dict) -> Criterion:
    over, level = entry["over"], entry["level"]
    kind, length = (over, None) if isinstance(over, str) else next(iter(over.items()))
    if kind not in (("window", "sample") if length is None else ("block", "rolling")):
        raise ValueError(f"criterion {entry['id']}: {kind} is no reference time")
    if level not in ENERGY_LEVELS + HIGHEST_LEVELS:
        raise ValueError(f"criterion {entry['id']}: {level} is no level of criteria")
    return Criterion(
        id=entry["id"],
        level=level,
        spell=spell_of(entry),
        kind=kind,
        length=None if length is None else seconds_of(length),
        limit=level_of(entry["limit"]),
        allowed=entry.get("allowed") or 0,
        min_coverage=float(0.75 if entry.get("minCoverage") is None else entry["minCoverage"]),
        step=level_of(entry.get("round") or "0.01"),
        sensors=entry.get("sensors"),
        dates=(entry.get("startAt") or "0001-01-01", entry.get("endAt") or "9999-12-31"),
        adjustments=tuple(
            Adjustment(one["name"], spell_of(one), level_of(one["add"])) for one in entry.get("adjustments") or ()
        ),
    )


class Rules:
    """One version of a site. Time zone, contract and intervals are always those of today's version."""

    def __init__(self, site: dict, today: Optional[dict] = None):
        self.project, self.current = site["project"], (today or site)["project"]
        self.clock = Clock(self.current["timezone"])
        start, end = self.current["contract"]["startAt"], self.current["contract"]["endAt"]
        # A bare date is its first second as the start, and its last second as the end.
        self.first = self.clock.first_at(Date.fromisoformat(start), 0) if len(start) == 10 else first_second(start)
        self.last = self.clock.first_at(Date.fromisoformat(end), 1440) - 1 if len(end) == 10 else last_second(end)
        self.holidays = {Date.fromisoformat(one["date"]) for one in self.project.get("holidays") or ()}
        self.criteria = [criterion_of(entry) for entry in self.project.get("criteria") or ()]

    @staticmethod
    def sensor(project: dict, sensor_id: str) -> dict:
        return next((one for one in project.get("sensors") or () if one["id"] == sensor_id), {})

    def declared_interval(self, sensor_id: str) -> Optional[int]:
        own = self.sensor(self.current, sensor_id).get("intervalSeconds")
        return self.current.get("intervalSeconds") if own is None else own

    def effective(self, requested: Tuple[int, int]) -> Tuple[int, int]:
        """First and last second of a range, cut to the contract; the last is before the first where nothing is left."""
        return max(requested[0], self.first), min(requested[1], self.last)

    def day_of(self, date: Date) -> str:
        """The day of a date for criteria and adjustments: that of a holiday is `holiday`, and not its weekday."""
        return "holiday" if date in self.holidays else WEEKDAYS[date.weekday()]

    def adjusting(self, criterion: Criterion, date: Date, minute: int) -> List[Adjustment]:
        """The adjustments that speak of a date and clock."""
        return [
            one
            for one in criterion.adjustments
            if any(self.day_of(start) in one.spell.days for start in one.spell.starts_on(date, minute))
        ]

    def limits_for(self, sensor_id: str, weighting: str):
        """A function of second, date and minute: the limit that holds then, or None. The first match wins.

        What has no level for the weighting is not there. Each list holds the sensor's entries before the project's.
        """
        owners = [one.get("limits") or {} for one in (self.sensor(self.project, sensor_id), self.project)]

        def entries(name: str) -> List[List[Tuple[dict, int]]]:
            lists = [[(one, one["limit"].get(weighting)) for one in owner.get(name) or ()] for owner in owners]
            return [[(one, level_of(level)) for one, level in pairs if level is not None] for pairs in lists]

        exceptions = [
            (first_second(one["startAt"]), first_second(one["endAt"]), level)
            for pairs in entries("exceptions")
            for one, level in pairs
        ]
        windows = [[(spell_of(one), level) for one, level in pairs] for pairs in entries("schedule")]
        defaults = [(owner.get("default") or {}).get(weighting) for owner in owners]
        default = next((level_of(level) for level in defaults if level is not None), None)
        known: Dict[tuple, Optional[int]] = {}

        def by_schedule(date: Date, minute: int) -> Optional[int]:
            # A holiday does not stop the windows of its weekday; they only come later. Criteria differ: see day_of.
            for is_named in (
                lambda start, days: start in self.holidays and "holiday" in days,
                lambda start, days: WEEKDAYS[start.weekday()] in days,
            ):
                for owner in windows:
                    for spell, level in owner:
                        if any(is_named(start, spell.days) for start in spell.starts_on(date, minute)):
                            return level
            return default

        def limit_at(second: int, date: Date, minute: int) -> Optional[int]:
            for start, end, level in exceptions:
                if start <= second < end:
                    return level
            # The schedule gives the same answer for the same clock on the same kinds of days.
            key = (date.weekday(), date in self.holidays, date - DAY in self.holidays, minute)
            if key not in known:
                known[key] = by_schedule(date, minute)
            return known[key]

        return limit_at


# --- Samples (method.md, 1 and 5) ------------------------------------------------------------------------------------


class Series:
    """The samples of one sensor inside the contract, in order of time, as parallel lists.

    `samples` are pairs of a second and the levels by name, in hundredths or None; `exclusions` pairs of start and end.
    """

    def __init__(self, rules: Rules, interval: int, samples, exclusions):
        inside = [pair for pair in samples if rules.first <= pair[0] <= rules.last]
        self.interval = interval
        self.times: List[int] = [second for second, _ in inside]
        self.levels: List[dict] = [levels for _, levels in inside]
        # A sample lasts for the interval, or until the next sample, whatever its levels, if that is sooner.
        self.durations = [min(interval, after - at) for at, after in zip(self.times, self.times[1:])]
        self.durations += [interval] if inside else []
        if any(duration <= 0 for duration in self.durations):
            raise ValueError("the samples of a sensor must be in order of time, each second once")
        local = [rules.clock.at(second) for second in self.times]
        self.walls = [(moment.date(), moment.hour * 60 + moment.minute) for moment in local]
        self.excluded = [False] * len(inside)
        for start, end in exclusions:
            for index in range(bisect_left(self.times, start), bisect_left(self.times, end)):
                self.excluded[index] = True


# --- Verdicts (method.md, 3 and 4) -----------------------------------------------------------------------------------


class ReferenceTime(NamedTuple):
    start: int
    end: int
    level: Optional[int]
    coverage: float
    verdict: str


class Counted(NamedTuple):
    """The samples of one window that count, as parallel lists."""

    indexes: List[int]  # in their series
    times: List[int]
    durations: List[int]
    rated: List[int]  # levels with their adjustments
    energies: List[float]  # duration times energy of the rated level


def rated_levels(rules: Rules, series: Series, criterion: Criterion) -> List[Optional[int]]:
    """The level of each sample with the sum of the adjustments that speak of its instant."""
    sums: Dict[tuple, int] = {}
    rated: List[Optional[int]] = []
    for levels, (date, minute) in zip(series.levels, series.walls):
        level = levels.get(criterion.level)
        if level is not None and criterion.adjustments:
            key = (rules.day_of(date), rules.day_of(date - DAY), minute)
            if key not in sums:
                sums[key] = sum(one.add for one in rules.adjusting(criterion, date, minute))
            level += sums[key]
        rated.append(level)
    return rated


def counted_in(series: Series, rated: List[Optional[int]], inside: range) -> Counted:
    """Samples count that are not excluded and have the level. They belong whole to where they start."""
    indexes = [index for index in inside if not series.excluded[index] and rated[index] is not None]
    durations, levels = [series.durations[index] for index in indexes], [rated[index] for index in indexes]
    energies = [duration * energy_of(level) for duration, level in zip(durations, levels)]
    return Counted(indexes, [series.times[index] for index in indexes], durations, levels, energies)


def judge(criterion: Criterion, start: int, end: int, counted: Counted, low: int, high: int) -> ReferenceTime:
    """The verdict of one reference time, whose samples are those from `low` to before `high`."""
    if low == high:
        return ReferenceTime(start, end, None, 0.0, "undecided")
    seconds, covered = end - start, sum(counted.durations[low:high])
    coverage = min(1.0, covered / seconds)
    if criterion.level in ENERGY_LEVELS:
        energy = math.fsum(counted.energies[low:high])
        level = rounded(hundredths_of(energy / covered), criterion.step)
        # It exceeds whatever the missing time held if it exceeds with that time taken for silent.
        certain = rounded(hundredths_of(energy / max(seconds, covered)), criterion.step)
    else:
        level = certain = rounded(max(counted.rated[low:high]), criterion.step)
    enough = coverage >= criterion.min_coverage
    if level > criterion.limit:
        verdict = "exceeded" if enough or certain > criterion.limit else "undecided"
    else:
        verdict = "kept" if enough else "undecided"
    return ReferenceTime(start, end, level, coverage, verdict)


def reference_times(criterion: Criterion, start: int, end: int, counted: Counted) -> Iterator[ReferenceTime]:
    times, length = counted.times, criterion.length
    if criterion.kind == "window":
        yield judge(criterion, start, end, counted, 0, len(times))
    elif criterion.kind == "sample":
        for index, (at, duration) in enumerate(zip(times, counted.durations)):
            yield judge(criterion, at, at + duration, counted, index, index + 1)
    elif criterion.kind == "block":
        # A rest that is shorter than a block is none.
        for at in range(start, end - length + 1, length):
            yield judge(criterion, at, at + length, counted, bisect_left(times, at), bisect_left(times, at + length))
    else:
        for index, at in enumerate(times):
            if at + length <= end:
                yield judge(criterion, at, at + length, counted, index, bisect_left(times, at + length, index))


def assess(rules: Rules, series: Series, criterion: Criterion, rated, window: Tuple[int, int]) -> dict:
    """The assessment of one window: the members of its line after sensor and date."""
    start, end = window
    seconds = end - start
    inside = range(bisect_left(series.times, start), bisect_left(series.times, end))
    counted = counted_in(series, rated, inside)
    covered = sum(counted.durations)

    too_long = criterion.length is not None and criterion.length < series.interval
    references = [] if too_long else list(reference_times(criterion, start, end, counted))
    exceeded = sum(one.verdict == "exceeded" for one in references)
    undecided = sum(one.verdict == "undecided" for one in references)
    verdict, reason = "undecided", None
    if exceeded > criterion.allowed:
        verdict = "exceeded"
    elif references and exceeded + undecided <= criterion.allowed:
        verdict = "kept"
    elif too_long:
        reason = "interval_too_long"
    elif not counted.times:
        reason = "no_samples"
    else:
        reason = "low_coverage" if references else "no_reference_time"

    # Levels are compared as rounded; max() takes the earliest of equals.
    worst = max((one for one in references if one.level is not None), key=lambda one: one.level, default=None)
    budget = criterion.kind == "window" and criterion.level in ENERGY_LEVELS
    return {
        "criterion": criterion.id,
        "start_at": text_of_instant(start),
        "end_at": text_of_instant(end),
        "local_start_at": rules.clock.at(start).isoformat(timespec="seconds"),
        "seconds": seconds,
        "samples": len(counted.times),
        "covered_seconds": covered,
        "excluded_seconds": sum(series.durations[index] for index in inside if series.excluded[index]),
        "coverage": min(1.0, covered / seconds),
        "level": worst and worst.level,
        "limit": criterion.limit,
        "over": worst and worst.level - criterion.limit,
        "verdict": verdict,
        "reason": reason,
        "reference_times": len(references),
        "exceeded": exceeded,
        "undecided": undecided,
        "worst_start_at": worst and text_of_instant(worst.start),
        "budget_used": math.fsum(counted.energies) / (seconds * energy_of(criterion.limit)) if budget else None,
    }


def windows_of(rules: Rules, criterion: Criterion, sensor_id: str, requested: Tuple[int, int]):
    """Dates and windows of a criterion that meet the effective range, each whole."""
    first, last = rules.effective(requested)
    if first > last or not (criterion.sensors is None or sensor_id in criterion.sensors):
        return
    # A window may run into the next date, and hold an hour more where a clock goes back.
    date, after = rules.clock.at(first).date() - 2 * DAY, rules.clock.at(last).date() + 2 * DAY
    while date < after:
        if rules.day_of(date) in criterion.spell.days and criterion.dates[0] <= date.isoformat() <= criterion.dates[1]:
            window = criterion.spell.on(date, rules.clock)
            if window is not None and window[0] <= last and window[1] > first:
                yield date, window
        date += DAY


def expected_assessments(rules: Rules, sensor_id: str, series: Series, requested: Tuple[int, int]) -> List[dict]:
    """The assessments of one sensor, by start of the window, then as the criteria are listed."""
    found = []
    for position, criterion in enumerate(rules.criteria):
        rated = rated_levels(rules, series, criterion)
        for date, window in windows_of(rules, criterion, sensor_id, requested):
            line = assess(rules, series, criterion, rated, window)
            found.append((window[0], position, {"sensor_id": sensor_id, "date": date.isoformat(), **line}))
    return [line for _, _, line in sorted(found, key=lambda one: one[:2])]


# --- Episodes (method.md, 6 and 7) -----------------------------------------------------------------------------------


class EpisodeOptions(NamedTuple):
    weighting: str = "A"
    join_seconds: int = 0
    min_seconds: int = 0


class Event(NamedTuple):
    index: int
    start: int
    end: int
    level: int
    limit: int


def events_of(rules: Rules, sensor_id: str, series: Series, weighting: str) -> Iterator[Event]:
    """The samples above the limit of their own instant. Exclusions are for assessments; events know none."""
    limit_at = rules.limits_for(sensor_id, weighting)
    for index, (second, levels, wall) in enumerate(zip(series.times, series.levels, series.walls)):
        level = levels.get(f"L{weighting}eq")
        limit = None if level is None else limit_at(second, *wall)
        if limit is not None and level > limit:
            yield Event(index, second, second + series.durations[index], level, limit)


def expected_episodes(rules, sensor_id: str, series: Series, requested, options, labels, recordings) -> List[dict]:
    """The episodes of one sensor that meet the range, each whole, oldest first.

    `labels` has the label of seconds that have one, `recordings` the seconds that have a recording.
    """
    groups: List[List[Event]] = []
    for event in events_of(rules, sensor_id, series, options.weighting):
        if groups and event.start - groups[-1][-1].end <= options.join_seconds:
            groups[-1].append(event)
        else:
            groups.append([event])
    first, last = rules.effective(requested)
    found = []
    for group in groups if first <= last else ():
        start, end = group[0].start, group[-1].end
        if start <= last and end > first and end - start >= options.min_seconds:
            # The end of the contract cuts no episode.
            cut = start < first or (end > last + 1 and last < rules.last)
            line = episode(series, group, sensor_id, options.weighting, labels, recordings)
            found.append({"sensor_id": sensor_id, **line, "cut": "true" if cut else "false"})
    return found


def episode(series: Series, group: List[Event], sensor_id: str, weighting: str, labels, recordings) -> dict:
    event_seconds = sum(event.end - event.start for event in group)
    energy = math.fsum((event.end - event.start) * energy_of(event.level) for event in group)
    farthest = max(group, key=lambda event: event.level - event.limit)  # the earliest of equals
    maxima = [series.levels[event.index].get("LAFmax") for event in group]
    recorded = [event.start for event in group if event.start in recordings]
    by_label: Dict[str, int] = {}
    for event in group:
        if event.start in labels:
            by_label[labels[event.start]] = by_label.get(labels[event.start], 0) + event.end - event.start
    label = min(by_label, key=lambda one: (-by_label[one], one.encode()), default=None)
    return {
        "start_at": text_of_instant(group[0].start),
        "end_at": text_of_instant(group[-1].end),
        "seconds": group[-1].end - group[0].start,
        "events": len(group),
        "event_seconds": event_seconds,
        "Leq": rounded(hundredths_of(energy / event_seconds)),
        # Leq + 10 lg (event_seconds / 1 s), of the Leq that is not rounded.
        "LAE": rounded(hundredths_of(energy)) if weighting == "A" else None,
        "max_over": farthest.level - farthest.limit,
        "max_over_at": text_of_instant(farthest.start),
        "LeqMax": max(event.level for event in group),
        "LAFmax": max((level for level in maxima if level is not None), default=None),
        "lowest_limit": min(event.limit for event in group),
        "highest_limit": max(event.limit for event in group),
        "label": label,
        "label_seconds": label and by_label[label],
        "recordings": len(recorded),
        "first_recording_id": f"{sensor_id}.{recorded[0]}" if recorded else None,
    }


def labels_of(rules: Rules, rows) -> Dict[int, str]:
    """The label of each second: that of the configured model with the highest confidence, the first of equals."""
    configured = rules.project.get("classification") or {"model": None}
    least, best = Decimal(str(configured.get("minConfidence") or 0)), {}
    for second, model, label, confidence in rows:
        if model == configured["model"] and confidence >= least:
            best.setdefault(second, []).append((-confidence, label.encode()))
    return {second: min(ranked)[1].decode() for second, ranked in best.items()}


def expected(site: dict, sensor_id: str, interval: int, samples, exclusions, requested, options=EpisodeOptions()):
    """Assessments and episodes of one sensor, without files: for comparing another program with this one."""
    rules = Rules(site)
    series = Series(rules, interval, samples, exclusions)
    episodes = expected_episodes(rules, sensor_id, series, requested, options, {}, frozenset())
    return expected_assessments(rules, sensor_id, series, requested), episodes


# --- The files of a pack (method.md, 8) ------------------------------------------------------------------------------


class Table:
    """A CSV file whose rows are by sensor, read one sensor at a time."""

    def __init__(self, folder: Path, name: str):
        self.name, self.columns = name, None
        try:
            self.file = open(folder / name, encoding="utf-8", newline="")
        except OSError as error:
            raise Malformed(f"{name}: cannot be read ({error.strerror})") from error
        self.reader = csv.reader(self.file, strict=True)
        needed = HEADERS[name].split(",")
        self.columns: List[str] = (self._next() or (1, []))[1]
        if name == "samples.csv":
            if self.columns[:2] != needed[:2] or any(self.columns.count(one) != 1 for one in needed):
                raise Malformed(f"{name} line 1: the header must have these columns once, the first two first: {HEADERS[name]}")
        elif self.columns != needed:
            raise Malformed(f"{name} line 1: the header must be {HEADERS[name]}")
        self.waiting = self._next()

    def _next(self) -> Optional[Tuple[int, List[str]]]:
        try:
            cells = next(self.reader, None)
        except (csv.Error, UnicodeDecodeError) as error:
            raise Malformed(f"{self.name} line {self.reader.line_num}: {error}") from error
        if cells is not None and self.columns is not None and len(cells) != len(self.columns):
            raise Malformed(f"{self.name} line {self.reader.line_num}: has {len(cells)} cells, not {len(self.columns)}")
        return None if cells is None else (self.reader.line_num, cells)

    def rows(self, sensor_id: str) -> Iterator[Tuple[int, List[str]]]:
        """Line numbers and cells of the rows of one sensor, which is the next in the file or has none."""
        while self.waiting is not None and self.waiting[1][0] == sensor_id:
            yield self.waiting
            self.waiting = self._next()

    def read(self, sensor_id: str, parse) -> list:
        found = []
        for line, cells in self.rows(sensor_id):
            try:
                found.append(parse(*cells[1:]))
            except (ValueError, InvalidOperation) as error:
                raise Malformed(f"{self.name} line {line}: {error}") from error
        return found

    def finish(self) -> None:
        if self.waiting is not None:
            line, cells = self.waiting
            raise Malformed(f"{self.name} line {line}: {cells[0]} is not in sensors.csv, or out of order")
        self.file.close()


def sample_second(text: str) -> int:
    if first_second(text) != last_second(text):
        raise ValueError(f"{text} is no whole second")
    return first_second(text)


def sample_parser(columns: List[str]):
    """A parser of the cells behind `sensor_id`: the levels by their names in the header, whatever else stands there."""
    names = HEADERS["samples.csv"].split(",")[2:]
    places = [(name, columns.index(name) - 2) for name in names]

    def parse(at: str, *cells: str) -> Tuple[int, Dict[str, Optional[int]]]:
        return sample_second(at), {name: level_of(cells[place]) if cells[place] else None for name, place in places}

    return parse


def read_json(folder: Path, name: str):
    try:
        return json.loads((folder / name).read_text(encoding="utf-8"), parse_float=Decimal)
    except OSError as error:
        raise Malformed(f"{name}: cannot be read ({error.strerror})") from error
    except ValueError as error:
        raise Malformed(f"{name}: {error}") from error


class Pack:
    """What a pack says of itself, and its rules."""

    def __init__(self, folder: Path, version: Optional[int] = None):
        self.folder, about = folder, read_json(folder, "pack.json")
        try:
            if about["format"] != 1:
                raise ValueError(f"this program reads format 1, and not {about['format']}")
            self.requested = (first_second(about["startAt"]), last_second(about["endAt"]))
            self.versions = [one["version"] for one in about["versions"]]
            if version is not None and version not in self.versions:
                raise Malformed(f"--version {version}: the pack has the versions {', '.join(map(str, self.versions))}")
            self.version, options = version or about["version"], about["episodes"]
            if self.version not in self.versions or self.versions != sorted(set(self.versions)):
                raise ValueError(f"versions must be in order, and {self.version} among them")
            self.options = EpisodeOptions(options["fweighting"], options["joinSeconds"], options["minSeconds"])
        except (KeyError, TypeError, ValueError) as error:
            raise Malformed(f"pack.json: {error!r}") from error
        sites = [read_json(folder, f"site/{one}.json") for one in self.versions]
        try:
            self.rules = Rules(sites[self.versions.index(self.version)], today=sites[-1])
        except (KeyError, TypeError, ValueError, AttributeError, InvalidOperation) as error:
            raise Malformed(f"site/{self.version}.json: {error!r}") from error


def check_sums(pack: Pack, report) -> None:
    """The files are those that SHA256SUMS has the digests of, and none that is read here is left out."""
    try:
        lines = (pack.folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise Malformed(f"SHA256SUMS: cannot be read ({error})") from error
    unlisted = {"pack.json", *HEADERS, *(f"site/{one}.json" for one in pack.versions)}
    for number, line in enumerate(lines, 1):
        match = re.fullmatch(r"([0-9a-f]{64}) [ *](?:\./)?(.+)", line)
        if match is None:
            raise Malformed(f"SHA256SUMS line {number}: must be a digest and the name of a file")
        unlisted.discard(match[2])
        digest = hashlib.sha256()
        try:
            with open(pack.folder / match[2], "rb") as file:
                for block in iter(lambda: file.read(1 << 20), b""):
                    digest.update(block)
        except OSError as error:
            raise Malformed(f"{match[2]}: cannot be read ({error.strerror})") from error
        if digest.hexdigest() != match[1]:
            report(f"{match[2]}: has other bytes than those whose digest is in SHA256SUMS")
    for name in sorted(unlisted):
        report(f"{name}: is not in SHA256SUMS")


# --- Comparing -------------------------------------------------------------------------------------------------------


def agrees(column: str, cell: str, value) -> bool:
    if value is None or cell == "":
        return value is None and cell == ""
    try:
        if column in LEVEL_COLUMNS:
            return level_of(cell) == value
        if column in FRACTION_COLUMNS:
            # A cell has four decimals: half of the last one, and the last bits of a double, may differ.
            return abs(float(cell) - value) <= 0.00005 + 1e-9 * max(1.0, value)
    except (ValueError, InvalidOperation):
        return False
    return cell == (label_cell(value) if column == "label" else str(value))


def label_cell(label: str) -> str:
    """A label that a spreadsheet would take for a formula stands in a file with an apostrophe before it."""
    return f"'{label}" if re.match(r"'*[=+\-@\t\r]", label) else label


def text_of(cell: str) -> str:
    """The text of a cell, without the apostrophe before what a spreadsheet would take for a formula."""
    return cell[1:] if re.match(r"'+[=+\-@\t\r]", cell) else cell


def shown(column: str, value) -> str:
    if value is None:
        return "empty"
    if column in LEVEL_COLUMNS:
        return f"{value / 100:.2f}"
    return f"{value:.4f}" if column in FRACTION_COLUMNS else str(value)


def compare(table: Table, sensor_id: str, key: Tuple[str, ...], lines: List[dict], report) -> int:
    """Compares the lines of one sensor with what was recomputed, and counts them."""

    def name_of(members: dict) -> str:
        return ", ".join([sensor_id, *(members[one] for one in key)])

    wanted = {name_of(line): line for line in lines}
    met: Dict[str, None] = {}  # names in the order of the file
    number = 0
    for number, (at, cells) in enumerate(table.rows(sensor_id), 1):
        members = dict(zip(table.columns, cells))
        name = name_of(members)
        line = f"{table.name} line {at} ({name})"
        if name in met or name not in wanted:
            report(f"{line}: {'is there twice' if name in met else 'is surplus: the range has nothing of this name'}")
            continue
        met[name] = None
        for column in table.columns:
            said, value = members[column], wanted[name][column]
            if not agrees(column, said, value):
                report(f"{line}: {column} is {said or 'empty'}, recomputed {shown(column, value)}")
    for name in wanted:
        if name not in met:
            report(f"{table.name}: has no line for {name}")
    if list(met) != [name for name in wanted if name in met]:
        report(f"{table.name}: the lines of {sensor_id} are not in order")
    return number


def check_interval(rules: Rules, sensor_id: str, interval: int, source: str, report) -> None:
    """An interval that the site declares holds, and 300 s are assumed. An inferred one is taken: method.md, 1."""
    declared = rules.declared_interval(sensor_id)
    said, right = f"sensors.csv ({sensor_id}): {interval} s, {source}", (interval, source)
    if declared is not None and right != (declared, "declared"):
        report(f"{said}, and the site declares {declared} s")
    if declared is None and source != "inferred" and right != (300, "assumed"):
        report(f"{said}, and the site declares none")


def recompute(pack: Pack, report) -> int:
    """Recomputes one sensor after the other, and counts the lines that were compared."""
    tables = {name: Table(pack.folder, name) for name in HEADERS}
    rules, compared, sensors = pack.rules, 0, tables["sensors.csv"]
    parse_sample = sample_parser(tables["samples.csv"].columns)
    while sensors.waiting is not None:
        sensor_id = sensors.waiting[1][0]
        interval, source = sensors.read(sensor_id, lambda seconds, source: (int(seconds), source))[0]
        if sensors.waiting is not None and sensors.waiting[1][0] < sensor_id:
            raise Malformed(f"sensors.csv line {sensors.waiting[0]}: sensors must stand in the order of their ids")
        check_interval(rules, sensor_id, interval, source, report)
        excluded = tables["exclusions.csv"].read(
            sensor_id, lambda start, end, reason, note: (first_second(start), first_second(end))
        )
        try:
            series = Series(rules, interval, tables["samples.csv"].read(sensor_id, parse_sample), excluded)
        except ValueError as error:
            raise Malformed(f"samples.csv ({sensor_id}): {error}") from error
        classified = tables["classifications.csv"].read(
            sensor_id,
            lambda at, model, label, confidence: (sample_second(at), text_of(model), text_of(label), Decimal(confidence)),
        )
        recorded = set(tables["recordings.csv"].read(sensor_id, sample_second))
        labels = labels_of(rules, classified)
        windows = expected_assessments(rules, sensor_id, series, pack.requested)
        episodes = expected_episodes(rules, sensor_id, series, pack.requested, pack.options, labels, recorded)
        compared += compare(tables["assessments.csv"], sensor_id, ("criterion", "date"), windows, report)
        compared += compare(tables["episodes.csv"], sensor_id, ("start_at",), episodes, report)
    for table in tables.values():
        table.finish()
    return compared


def main() -> int:
    parser = argparse.ArgumentParser(description="Recomputes the verdicts and episodes of an evidence pack.")
    parser.add_argument("folder", nargs="?", default=".", type=Path, help="the unpacked pack (default: this folder)")
    parser.add_argument("--version", type=int, metavar="N", help="a version of the rules, instead of the pack's own")
    arguments = parser.parse_args()
    differences: List[str] = []

    def report(difference: str) -> None:
        differences.append(difference)
        print(difference)

    try:
        pack = Pack(arguments.folder, arguments.version)
        check_sums(pack, report)
        compared = recompute(pack, report)
    except Malformed as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{compared} lines compared, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
