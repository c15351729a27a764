import { exactText, roundedLevel } from "../components/level-text.ts";
import { type BinShare, shareAxis } from "./distribution-shape.ts";
import { inks } from "./inks.tsx";
import { axisBetween } from "./level-shapes.ts";
import { AxisLabels, Bars, GridLines, Labels, SvgPlot } from "./svg-plot.tsx";
import { multiples, ticksBetween } from "./ticks.ts";

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
  const axis = shareAxis(Math.max(...bins.map(({ share }) => share)));
  const x = axisBetween([low, end], [left, right]);
  const y = axisBetween([0, axis.end], [bottom, top]);
  const yOfCumulative = axisBetween([0, 1], [bottom, top]);
  return (
    <>
      <AxisLabels
        y={14}
        texts={[
          [left, width < 400 ? "share a dB" : "share of time a dB", "start"],
          [width, width < 400 ? "share at or above" : "share of time at or above", "end"],
        ]}
      />
      <GridLines
        left={left}
        right={right}
        lines={multiples(0, axis.end, axis.step).map((share) => [y(share), shareText(share)])}
      />
      <Labels
        labels={[0, 0.25, 0.5, 0.75, 1].map((share) => {
          return { text: shareText(share), x: right + 8, y: yOfCumulative(share) + 4 };
        })}
      />
      <Bars
        ink={inks.bar}
        top={top}
        bottom={bottom}
        gap={1}
        bars={bins.map(({ from, to, share, samples, shareAbove }) => ({
          title: `${from} to ${to} dB: ${shareText(share)} of the time, ${samples} samples; ${shareText(shareAbove)} at ${from} dB or above`,
          x: x(from),
          y: y(share),
          width: x(low + 1) - x(low),
          height: bottom - y(share),
        }))}
      />
      <AxisLabels
        y={bottom + 18}
        texts={ticksBetween(low, end, (right - left) / 44, [1, 2, 5, 10, 20, 50]).map((level) => [
          x(level),
          exactText(level),
        ])}
      />
      <AxisLabels y={height - 4} texts={[[(left + right) / 2, quantity]]} />
      <polyline
        {...inks.curve}
        points={[...bins.map((bin) => [bin.from, bin.shareAbove] as const), [highest, 0] as const]
          .map(([level, share]) => `${x(level).toFixed(1)},${yOfCumulative(share).toFixed(1)}`)
          .join(" ")}
      />
      {exceeded.map(({ percent, level }) =>
        level === null ? null : (
          <circle
            key={percent}
            {...inks.point}
            cx={x(level)}
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
