import type { Instant } from "#acoustics/time/instant.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";
import { createCalendar, type DemonstrationSite, generatedNotice } from "./demonstration-site.ts";
import { demonstrationModel } from "./generate-classifications.ts";

/** Works at a riverside: an urban street, the gate of the works, and a quiet court behind. */
export function lisbonSite(now: Instant): DemonstrationSite {
  const timeZone = "Europe/Lisbon" as TimeZone;
  const calendar = createCalendar(timeZone, now);
  return {
    timeZone,
    project: {
      id: "demo-lisbon",
      name: "Demonstration: riverside works, Lisbon (generated)",
      description: `Noise of works beside a busy street. ${generatedNotice}`,
      timezone: timeZone,
      location: { latitude: 38.7066, longitude: -9.1435 },
      // Five of the thirty days of samples lie before it, and are not to be read.
      contract: { startAt: calendar.date(-25), endAt: calendar.date(365) },
      holidays: [{ date: calendar.wednesdayBefore(6), name: "Local holiday (made up)" }],
      limits: {
        default: { A: 66, C: 80 },
        schedule: [
          { days: ["holiday"], from: "00:00", to: "24:00", limit: { A: 60 } },
          {
            days: ["mon", "tue", "wed", "thu", "fri"],
            from: "07:00",
            to: "20:00",
            limit: { A: 69, C: 82 },
          },
          { days: ["sat", "sun"], from: "08:00", to: "20:00", limit: { A: 64 } },
          {
            days: ["sun", "mon", "tue", "wed", "thu"],
            from: "23:00",
            to: "07:00",
            limit: { A: 55 },
          },
          { days: ["fri", "sat"], from: "23:00", to: "08:00", limit: { A: 57 } },
        ],
        exceptions: [
          {
            name: "Permit for works at night (made up)",
            startAt: `${calendar.date(-9)}T22:00:00Z`,
            endAt: `${calendar.date(-8)}T05:00:00Z`,
            limit: { A: 70 },
          },
        ],
      },
      classification: { model: demonstrationModel, minConfidence: 0.5 },
      sensors: [
        {
          id: "demo-lisbon-street",
          name: "Riverside street",
          serialNumber: "DEMO-0001",
          model: "Class 1, simulated",
          location: { latitude: 38.70702, longitude: -9.14421 },
        },
        {
          id: "demo-lisbon-gate",
          name: "Gate of the works",
          serialNumber: "DEMO-0002",
          model: "Class 1, simulated",
          location: { latitude: 38.70634, longitude: -9.14283 },
          limits: {
            schedule: [
              {
                days: ["mon", "tue", "wed", "thu", "fri"],
                from: "08:00",
                to: "17:00",
                limit: { A: 75 },
              },
            ],
          },
        },
        {
          id: "demo-lisbon-court",
          name: "Court behind the houses",
          serialNumber: "DEMO-0003",
          model: "Class 2, simulated",
          location: { latitude: 38.70791, longitude: -9.14366 },
          limits: { default: { A: 55 } },
        },
      ],
    },
    sounds: [
      { sensorId: "demo-lisbon-street", profile: { seed: 11, night: 46.5, day: 66.2, works: 0 } },
      { sensorId: "demo-lisbon-gate", profile: { seed: 12, night: 46, day: 62, works: 11 } },
      { sensorId: "demo-lisbon-court", profile: { seed: 13, night: 39, day: 51, works: 3 } },
    ],
  };
}
