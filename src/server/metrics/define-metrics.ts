import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Defines metrics of a register by `name{label,label}` and help. Their names begin with `acoustic_`. */
export function definerOf(register: Registry) {
  const common = (series: string, help: string) => {
    const [name = "", ...labelNames] = series.split(/[{,}]/).filter((part) => part !== "");
    return { name: `acoustic_${name}`, help, labelNames, registers: [register] };
  };
  return {
    gauge: (series: string, help: string): Gauge => new Gauge(common(series, help)),
    counter: (series: string, help: string): Counter => new Counter(common(series, help)),
    seconds: (series: string, help: string): Histogram =>
      new Histogram({ ...common(series, help), buckets: secondBuckets }),
    /** A gauge that `read` computes at each scrape. */
    observedGauge(name: string, help: string, read: () => number): void {
      const gauge: Gauge = new Gauge({
        ...common(name, help),
        collect: () => gauge.set(read()),
      });
    },
    /** A metric with one label, whose values `read` computes at each scrape. */
    observedByLabel(
      kind: "gauge" | "counter",
      series: string,
      help: string,
      read: () => Readonly<Record<string, number>>,
    ): void {
      const options = common(series, help);
      const [label = ""] = options.labelNames;
      const Metric = kind === "gauge" ? Gauge : Counter;
      const metric: Gauge | Counter = new Metric({
        ...options,
        collect: () => {
          metric.reset();
          for (const [value, count] of Object.entries(read()))
            metric.inc({ [label]: value }, count);
        },
      });
    },
  };
}

const secondBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
