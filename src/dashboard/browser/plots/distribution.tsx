import { exactText, roundedLevel } from "../components/level-text.ts";
import { type BinShare, shareAxis } from "./distribution-shape.ts";
import { inks } from "./inks.tsx";
import { AxisLabels, Column, GridLine, SvgPlot } from "./svg-plot.tsx";
import { ticksBetween } from "./ticks.ts";

const height = 300;
const inside = { left: 44, right: 52, top: 28, bottom: 40 };

/**
 * Bars: the share of time of each bin. Line: the share of time at a level or above. Points on it: the levels that the
 * server found to be exceeded for a part of the time.
 */
export function DistributionPlot(props: {
  readonly bins: readonly BinShare[];
  readonly exceeded: readonly { readonly percent: number; readonly level: number | null }[];
  /** `LAeq,5 min in dB(A)`. */
  readonly quantity: string;
  readonly summary: string;
}) {
  if (props.bins.length === 0) return null;
  return (
    <SvgPlot summary={props.summary} height={height}>
      {(width) => <Picture {...props} width={width} />}
    </SvgPlot>
  );
}

function Picture(props: Parameters<typeof DistributionPlot>[0] & { readonly width: number }) {
  const { bins, exceeded, quantity, width } = props;
  const lowest = bins[0]?.from ?? 0;
  const highest = bins.at(-1)?.to ?? 1;
  // A few bins are not as wide as the picture.
  const [low, high] = [lowest - Math.max(0, 12 - (highest - lowest)) / 2, highest];
  const end = Math.max(high, low + 12);
  const [left, right] = [inside.left, width - inside.right];
  const [top, bottom] = [inside.top, height - inside.bottom];
  const xOf = (level: number) => left + ((level - low) / (end - low)) * (right - left);
  const axis = shareAxis(Math.max(...bins.map(({ share }) => share)));
  const yOf = (share: number) => bottom - (share / axis.end) * (bottom - top);
  const yOfCumulative = (share: number) => bottom - share * (bottom - top);
  const ticks = Array.from(
    { length: Math.round(axis.end / axis.step) + 1 },
    (_, index) => index * axis.step,
  );
  const barWidth = xOf(low + 1) - xOf(low);
  return (
    <>
      <AxisLabels
        y={14}
        texts={[
          [left, width < 400 ? "share a dB" : "share of time a dB", "start"],
          [width, width < 400 ? "share at or above" : "share of time at or above", "end"],
        ]}
      />
      {ticks.map((share) => (
        <GridLine key={share} left={left} right={right} y={yOf(share)}>
          {shareText(share)}
        </GridLine>
      ))}
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <text key={share} class="plot-label" x={right + 8} y={yOfCumulative(share) + 4}>
          {shareText(share)}
        </text>
      ))}
      {bins.map(({ from, to, share, samples, shareAbove }) => (
        <Column
          key={from}
          title={`${from} to ${to} dB: ${shareText(share)} of the time, ${samples} samples; ${shareText(shareAbove)} at ${from} dB or above`}
          {...{ x: xOf(from), width: barWidth, top, bottom }}
        >
          <rect
            {...inks.bar}
            x={xOf(from) + 0.5}
            y={yOf(share)}
            width={Math.max(1, barWidth - 1)}
            height={bottom - yOf(share)}
          />
        </Column>
      ))}
      <AxisLabels
        y={bottom + 18}
        texts={ticksBetween(low, end, (right - left) / 44, [1, 2, 5, 10, 20, 50]).map((level) => [
          xOf(level),
          exactText(level),
        ])}
      />
      <AxisLabels y={height - 4} texts={[[(left + right) / 2, quantity]]} />
      <polyline
        {...inks.curve}
        points={[...bins.map((bin) => [bin.from, bin.shareAbove] as const), [highest, 0] as const]
          .map(([level, share]) => `${xOf(level).toFixed(1)},${yOfCumulative(share).toFixed(1)}`)
          .join(" ")}
      />
      {exceeded.map(({ percent, level }) =>
        level === null ? null : (
          <circle
            key={percent}
            {...inks.point}
            cx={xOf(level)}
            cy={yOfCumulative(percent / 100)}
            r="4"
          >
            <title>{`Exceeded for ${percent} % of the time: ${roundedLevel(level)} dB`}</title>
          </circle>
        ),
      )}
    </>
  );
}

/** `7 %`, `0.4 %`. */
function shareText(share: number): string {
  const percent = share * 100;
  const text = percent === 0 || percent >= 10 ? percent.toFixed(0) : percent.toFixed(1);
  return `${text.replace(/\.0$/, "")} %`;
}
