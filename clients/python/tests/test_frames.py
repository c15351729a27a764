"""Frames of pandas, against the gateway of test_gateway.py."""

import json
import os
import unittest
from datetime import date, timedelta

from acoustic_gateway import Client

place = json.loads(os.environ.get("GATEWAY", "null"))
day = date(2026, 3, 29)


@unittest.skipIf(place is None, "GATEWAY describes no gateway")
class FrameTest(unittest.TestCase):
    def setUp(self):
        client = Client(place["url"], place["key"])
        self.samples = client.samples(place["project"], place["sensor"], day, day + timedelta(days=1))
        self.empty = client.events(place["project"], place["quiet"], day, day, audio=True)

    def test_has_aware_times_and_levels_as_numbers(self):
        frame = self.samples.frame()
        self.assertEqual(str(frame.index.dtype), "datetime64[ns, UTC]")
        self.assertEqual(str(frame["Leq"].dtype), "float64")
        self.assertEqual(frame.index[0].isoformat(), "2026-03-29T00:00:00+00:00")
        self.assertEqual(frame["Leq"].iloc[:3].tolist()[:2], [65.5, 55.0])
        # The meter reported no LZeq, and no model classified.
        self.assertTrue(frame["LZeq"].isna().all())
        self.assertTrue(frame["classification.label"].isna().sum() == len(frame) - 1)
        self.assertEqual(frame["classification.label"].iloc[0], "music")
        self.assertNotIn("audioUrl", frame)

    def test_counts_the_hours_of_a_local_day(self):
        frame = self.samples.frame(zone="Europe/Lisbon")
        hours = frame["Leq"].resample("1h").max()
        self.assertEqual([str(hour) for hour in hours.index[:2]], ["2026-03-29 00:00:00+00:00", "2026-03-29 02:00:00+01:00"])
        self.assertEqual(len(frame.loc["2026-03-29"]), 23 * 120)

    def test_has_all_columns_where_nothing_is_found(self):
        frame = self.empty.frame(zone="Europe/Lisbon")
        self.assertEqual((len(frame), str(frame["over"].dtype)), (0, "float64"))
        self.assertEqual(frame.index.name, "datetime")
        self.assertEqual(str(frame["audioExpiresAt"].dtype), "datetime64[ns, UTC]")


if __name__ == "__main__":
    unittest.main()
