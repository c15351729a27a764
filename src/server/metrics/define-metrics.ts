import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Defines metrics of a register by name, help and labels. Their names begin with `acoustic_`. */
export function definerOf(register: Registry) {
  const common = (name: string, help: string, labelNames: readonly string[]) => ({
    name: `acoustic_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [register],
  });
  return {
    gauge: (name: string, help: string, ...labelNames: string[]): Gauge =>
      new Gauge(common(name, help, labelNames)),
    counter: (name: string, help: string, ...labelNames: string[]): Counter =>
      new Counter(common(name, help, labelNames)),
    seconds: (name: string, help: string, ...labelNames: string[]): Histogram =>
      new Histogram({ ...common(name, help, labelNames), buckets: secondBuckets }),
    /** A gauge that `read` computes at each scrape. */
    observedGauge(name: string, help: string, read: () => number): void {
      const gauge: Gauge = new Gauge({
        ...common(name, help, []),
        collect: () => gauge.set(read()),
      });
    },
    /** A metric with one label, whose values `read` computes at each scrape. */
    observedByLabel(
      kind: "gauge" | "counter",
      name: string,
      help: string,
      label: string,
      read: () => Readonly<Record<string, number>>,
    ): void {
      const Metric = kind === "gauge" ? Gauge : Counter;
      const metric: Gauge | Counter = new Metric({
        ...common(name, help, [label]),
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
