import { Fragment } from "preact";
import { positionsIn } from "../../components/positions.ts";
import type { SensorFacts } from "../../state/site.ts";
import { dotRadius, placeNumbers } from "./place-numbers.ts";
import { inks } from "../../plots/inks.tsx";
import { say } from "../../words/say-in-report.ts";

const picture = { width: 640, height: 240, margin: 32 };

/** The positions of the sensors, north up, with a scale. Nothing where fewer than two have a location. */
export function SitePlan({ sensors }: { readonly sensors: readonly SensorFacts[] }) {
  const located = sensors.flatMap(({ id, name, location }) =>
    location === null ? [] : [{ id, name, ...location }],
  );
  if (located.length < 2) return null;
  const { positions, metres } = positionsIn(located, picture);
  const { width, height, margin } = picture;
  const bar = roundLength((metres * width) / 4);
  const scale = { left: margin, right: width / 2, top: height - margin, bottom: height };
  const numbers = placeNumbers(positions, picture, [scale]);
  return (
    <div class="report-whole">
      <h2>{say("plan")}</h2>
      <svg
        class="site-plan"
        viewBox={`0 0 ${width} ${height}`}
        fill="var(--text)"
        font-size="12"
        role="img"
        aria-label={say("plan")}
      >
        {positions.map(({ id, x, y }, index) => {
          const { leader = null, ...text } = numbers[index] ?? { x, y };
          return (
            <g key={id}>
              {leader !== null && (
                <path stroke="var(--muted)" d={`M${x} ${y}L${leader.join(" ")}`} />
              )}
              <circle fill="var(--level)" cx={x} cy={y} r={dotRadius} />
              <text x={text.x} y={text.y + 4} text-anchor="middle">
                {index + 1}
              </text>
            </g>
          );
        })}
        {/* None of sensors that are all at one place. */}
        {bar >= 1 && (
          <>
            <path {...inks.curve} d={`M${margin} ${height - 10}h${bar / metres}`} />
            <text x={margin} y={height - 16}>
              {bar < 1000 ? `${bar} m` : `${bar / 1000} km`}
            </text>
          </>
        )}
      </svg>
      <p class="small">
        {positions.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && " · "}
            <b>{index + 1}</b>
            {`\u{a0}${name}`}
          </Fragment>
        ))}
      </p>
    </div>
  );
}

/** The highest of 1, 2 and 5 times a power of ten that is at most a length. */
function roundLength(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  return ([5, 2].find((lead) => lead * power <= length) ?? 1) * power;
}
