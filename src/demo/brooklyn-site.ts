import type { Instant } from "#acoustics/time/instant.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";
import { createCalendar, type DemonstrationSite, generatedNotice } from "./demonstration-site.ts";
import { demonstrationModel } from "./generate-classifications.ts";

/** A neighbourhood by the water: an avenue, a school yard, and a roof. */
export function brooklynSite(now: Instant): DemonstrationSite {
  const timeZone = "America/New_York" as TimeZone;
  const calendar = createCalendar(timeZone, now);
  return {
    timeZone,
    project: {
      id: "demo-brooklyn",
      name: "Demonstration: waterfront, Brooklyn (generated)",
      description: `Ambient sound of a neighbourhood. ${generatedNotice}`,
      timezone: timeZone,
      location: { latitude: 40.7028, longitude: -73.9902 },
      contract: { startAt: calendar.date(-400), endAt: calendar.date(200) },
      holidays: [{ date: calendar.wednesdayBefore(13), name: "School holiday (made up)" }],
      limits: {
        default: { A: 69, C: 80 },
        schedule: [
          { days: ["sat", "sun", "holiday"], from: "00:00", to: "24:00", limit: { A: 66 } },
          {
            days: ["mon", "tue", "wed", "thu", "fri"],
            from: "22:00",
            to: "07:00",
            limit: { A: 57, C: 72 },
          },
        ],
        exceptions: [
          {
            name: "Street fair (made up)",
            startAt: `${calendar.date(-16)}T14:00:00Z`,
            endAt: `${calendar.date(-15)}T02:00:00Z`,
            limit: { A: 72 },
          },
        ],
      },
      classification: { model: demonstrationModel, minConfidence: 0.6 },
      sensors: [
        {
          id: "demo-brooklyn-avenue",
          name: "Avenue",
          serialNumber: "DEMO-0004",
          model: "Class 1, simulated",
          location: { latitude: 40.70221, longitude: -73.98741 },
        },
        {
          id: "demo-brooklyn-school",
          name: "School yard",
          serialNumber: "DEMO-0005",
          model: "Class 1, simulated",
          location: { latitude: 40.70187, longitude: -73.99118 },
          limits: {
            schedule: [
              {
                days: ["mon", "tue", "wed", "thu", "fri"],
                from: "08:00",
                to: "17:00",
                limit: { A: 66 },
              },
            ],
          },
        },
        {
          id: "demo-brooklyn-roof",
          name: "Roof above the water",
          serialNumber: "DEMO-0006",
          model: "Class 2, simulated",
          location: { latitude: 40.70395, longitude: -73.99303 },
          limits: { default: { A: 60 } },
        },
      ],
    },
    sounds: [
      { sensorId: "demo-brooklyn-avenue", profile: { seed: 24, night: 46.5, day: 66, works: 0 } },
      { sensorId: "demo-brooklyn-school", profile: { seed: 25, night: 43, day: 56, works: 9 } },
      { sensorId: "demo-brooklyn-roof", profile: { seed: 26, night: 45, day: 56, works: 0 } },
    ],
  };
}
