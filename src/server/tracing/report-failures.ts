import { ExportResultCode } from "@opentelemetry/core";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import type { Log } from "../../log.ts";

/** The exporter with one line in the log when the collector begins to fail, and one when it accepts spans again. */
export function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0;
  return {
    export(spans, done) {
      exporter.export(spans, ({ code, error }) => {
        if (code === ExportResultCode.SUCCESS) {
          if (lost > 0) log.info({ lost }, "spans are exported again");
          lost = 0;
        } else {
          if (lost === 0)
            log.warn({ cause: error }, "spans are lost: the collector does not accept them");
          lost += spans.length;
        }
        // Reported as success: the failure is logged, and the processor must not report it again.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
