import type { Log } from "../../log.ts";
import type { Gateway } from "../../server/start.ts";
import { superviseThread } from "../../server/supervise.ts";
import { openWorker } from "../../system/open-worker.ts";
import type { DropFolderMessage, DropFolderThreadData } from "./drop-folder-thread.ts";

export interface WatchInThreadOptions extends DropFolderThreadData {
  readonly log: Log;
  readonly gateway: Pick<Gateway, "watch" | "threadEnded">;
}

/** Watches a drop folder in a thread of its own. A file that ends the thread, whatever it has, ends no request. */
export function watchInThread({ log, gateway, ...workerData }: WatchInThreadOptions) {
  return superviseThread<DropFolderMessage>({
    name: "watch",
    log,
    open: () =>
      openWorker("dist/program/drop-folder-thread.js", {
        workerData: workerData satisfies DropFolderThreadData,
      }),
    onMessage: (message) => {
      if (message.kind === "moved") gateway.watch.onMoved(message.file);
      if (message.kind === "round") gateway.watch.onRound(message.state);
    },
    onEnd: (reason) => gateway.threadEnded("watch", reason),
    // An import may last long, and posts nothing meanwhile.
    silentSeconds: Infinity,
    // The file may end the next thread as well, and must not end the process.
    endsPerMinute: Infinity,
    restartMilliseconds: 10_000,
    // A file in progress has five seconds to be completed.
    stopMilliseconds: 7000,
  });
}
