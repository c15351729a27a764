import type { ComponentChild } from "preact";
import { linkTo } from "../../state/address.ts";
import { dateText, localDate, secondOf, zoneOf } from "../../time/local-time.ts";
import { endedWhileDelivering, type ListedSensor, needingAttention } from "./attention.ts";
import type { AllSensors } from "./use-all-sensors.ts";

/** The sensors that somebody should look at now, over all projects; an empty list says so, too. */
export function AttentionList(props: {
  readonly all: AllSensors;
  readonly rowsOf: (rows: readonly ListedSensor[], label: string) => ComponentChild;
}) {
  const { projects, sensors, now } = props.all;
  const rows = needingAttention(sensors ?? []);
  const ended = projects.filter((project) => {
    const own = (sensors ?? []).filter((entry) => entry.project === project);
    return endedWhileDelivering(
      project,
      own.map(({ status }) => status),
      now,
    );
  });
  if (rows.length === 0 && ended.length === 0) {
    return (
      <p class="card all-well">
        <span aria-hidden="true">✓ </span>
        Nothing needs attention: no sensor is above its limit, and none is silent.
      </p>
    );
  }
  return (
    <section class="card attention column-1" aria-label="Needs attention">
      <h2>Needs attention</h2>
      {rows.length > 0 && props.rowsOf(rows, "Needs attention")}
      {ended.map(({ id, name, timezone, contract }) => (
        <p key={id} class="small ended-note">
          <a href={linkTo({ view: "project", project: id })}>{name}</a>
          {`: its contract ended on ${contract === null ? "" : dateText(localDate(secondOf(contract.endAt), zoneOf(timezone)))} while sensors still delivered. What came later is stored and not shown.`}
        </p>
      ))}
    </section>
  );
}
