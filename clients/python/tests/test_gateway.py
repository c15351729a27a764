"""The client against a gateway that tests/api/python-client.spec.ts starts; GATEWAY describes it as JSON."""

import json
import os
import unittest
from datetime import date, datetime, timedelta, timezone

import acoustic_gateway
from acoustic_gateway import Client

place = json.loads(os.environ.get("GATEWAY", "null"))
day = date(2026, 3, 29)


@unittest.skipIf(place is None, "GATEWAY describes no gateway")
class GatewayTest(unittest.TestCase):
    def setUp(self):
        self.client = Client(place["url"], place["key"])
        self.ids = place["project"], place["sensor"]

    def test_lists_what_the_key_may_read(self):
        (project,) = self.client.projects()
        self.assertEqual(project["id"], place["project"])
        self.assertEqual(project["contract"]["startAt"], datetime(2026, 1, 1, tzinfo=timezone.utc))
        sensors = self.client.project(place["project"])["sensors"]
        self.assertEqual([sensor["id"] for sensor in sensors], [place["sensor"], place["quiet"]])
        latest = self.client.map(place["project"])["sensors"]["features"][0]["properties"]["latest"]
        self.assertIsNotNone(latest["datetime"].tzinfo)

    def test_reads_all_pages_of_a_local_day_in_both_orders(self):
        samples = list(self.client.samples(*self.ids, day, day))
        # Each half minute of 23 hours: the clocks go forward.
        self.assertEqual(len(samples), 23 * 120)
        self.assertEqual(samples[0]["datetime"], datetime(2026, 3, 29, 0, 0, tzinfo=timezone.utc))
        self.assertEqual(samples[-1]["datetime"], datetime(2026, 3, 29, 22, 59, 30, tzinfo=timezone.utc))
        times = [sample["datetime"] for sample in samples]
        self.assertEqual(times, sorted(set(times)))
        newest_first = list(self.client.samples(*self.ids, day, day, order="desc"))
        self.assertEqual([sample["datetime"] for sample in newest_first], times[::-1])
        self.assertNotIn("audioUrl", samples[0])

    def test_reads_from_an_instant_to_an_instant_with_a_weighting(self):
        lisbon = timezone(timedelta(hours=1))
        start = datetime(2026, 3, 29, 12, 0, tzinfo=lisbon)
        records = self.client.samples(*self.ids, start, start + timedelta(minutes=1), weighting="C")
        self.assertEqual([row["Leq"] for row in records], [80.25, 80.25, 80.25])
        self.assertEqual(records.meta["effectiveRange"]["startAt"], start)
        self.assertFalse(records.meta["clamped"])
        with self.assertRaisesRegex(ValueError, "no time zone"):
            self.client.samples(*self.ids, datetime(2026, 3, 29), day)
        with self.assertRaisesRegex(TypeError, "end must be a date, a datetime or a text, not int"):
            self.client.samples(*self.ids, day, 20260329)

    def test_reads_dates_and_instants_that_are_texts(self):
        times = lambda start, end: [row["datetime"] for row in self.client.samples(*self.ids, start, end)]
        expected = times(day, datetime(2026, 3, 29, 12, 0, tzinfo=timezone.utc))
        self.assertEqual(times("2026-03-29", "2026-03-29T12:00:00Z"), expected)
        self.assertEqual(times("2026-03-29T00:00:00+00:00", "2026-03-29T13:00:00+01:00"), expected)
        for text in ("29.03.2026", "20260329", "2026-W13-7", "2026-02-30", "2026-03-29T06:00:00"):
            with self.assertRaisesRegex(ValueError, f"'{text}' is neither a date"):
                self.client.samples(*self.ids, text, day)
        for text in ("2026-03-29T25:00:00Z", "2026-W13-7T06:00:00Z"):
            with self.assertRaisesRegex(acoustic_gateway.InvalidRequest, "startAt"):
                self.client.samples(*self.ids, text, day).meta

    def test_tells_a_range_that_is_cut_to_the_contract_and_one_outside(self):
        cut = self.client.samples(*self.ids, date(2025, 12, 1), date(2026, 1, 2))
        self.assertTrue(cut.meta["clamped"])
        self.assertEqual(cut.meta["effectiveRange"]["startAt"], datetime(2026, 1, 1, tzinfo=timezone.utc))
        outside = self.client.samples(*self.ids, date(2024, 1, 1), date(2024, 12, 31))
        self.assertEqual(list(outside), [])
        self.assertIsNone(outside.meta["effectiveRange"])

    def test_reads_events(self):
        events = list(self.client.events(*self.ids, day, day))
        self.assertEqual(len(events), 23 * 60)
        self.assertEqual({event["over"] for event in events}, {5.5})
        self.assertEqual(list(self.client.events(place["project"], place["quiet"], day, day)), [])

    def test_downloads_a_recording_and_a_part_of_it(self):
        for read in self.client.samples, self.client.events:
            records = list(read(*self.ids, day, day, audio=True))
            record = next(record for record in records if record["audioUrl"] is not None)
            self.assertGreater(record["audioExpiresAt"], datetime.now(timezone.utc))
            whole = self.client.audio(place["project"], record)
            self.assertEqual(whole.hex(), place["recording"])
            self.assertEqual(self.client.audio(place["project"], record, 2, 9), whole[2:10])
            self.assertEqual(self.client.audio(place["project"], record, 10), whole[10:])
            with self.assertRaises(acoustic_gateway.RangeNotSatisfiable):
                self.client.audio(place["project"], record, len(whole))

    def test_renews_a_lease_that_has_expired_or_is_not_there(self):
        for read in self.client.samples, self.client.events:
            record = next(iter(read(*self.ids, day, day)))
            expired = {**record, "audioUrl": place["expired"]}
            for one in record, expired:
                self.assertEqual(self.client.audio(place["project"], one).hex(), place["recording"])
        without = list(self.client.samples(*self.ids, day, day))[1]
        for one in without, {**without, "audioUrl": place["expired"]}:
            with self.assertRaises(acoustic_gateway.NoRecording):
                self.client.audio(place["project"], one)

    def test_sends_the_key_to_no_other_host(self):
        record = next(iter(self.client.samples(*self.ids, day, day)))
        for address in "http://example.org/x", "@example.org/x":
            with self.assertRaisesRegex(ValueError, "must be a path"):
                self.client.audio(place["project"], {**record, "audioUrl": address})

    def test_raises_an_error_for_each_code(self):
        with self.assertRaises(acoustic_gateway.NotFound) as caught:
            list(self.client.samples(place["project"], "../projects", day, day))
        self.assertEqual(caught.exception.status, 404)
        self.assertRegex(str(caught.exception), rf"\(request {caught.exception.request_id}\)$")
        with self.assertRaises(acoustic_gateway.Unauthorized):
            Client(place["url"], "amk0.no.key").projects()
        with self.assertRaises(acoustic_gateway.Forbidden) as caught:
            list(Client(place["url"], place["withoutEvents"]).events(*self.ids, day, day))
        self.assertEqual(caught.exception.required_scopes, ["v0:events:read"])
        with self.assertRaises(acoustic_gateway.InvalidRequest) as caught:
            list(self.client.samples(*self.ids, day, day - timedelta(days=3)))
        self.assertIn("startAt", [issue["parameter"] for issue in caught.exception.errors])
        with self.assertRaises(acoustic_gateway.ContractUnavailable) as caught:
            list(Client(place["url"], place["noContract"]["key"]).samples(*place["noContract"]["ids"], day, day))
        self.assertIsNone(caught.exception.retry_after)
        self.assertEqual({kind.__name__ for kind in acoustic_gateway.generated.ERRORS.values()} - set(acoustic_gateway.__all__), set())


if __name__ == "__main__":
    unittest.main()
