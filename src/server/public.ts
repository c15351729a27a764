import { listen } from "../http/connections/listen.ts";
import { addressVariables } from "./addresses.ts";
import { createPublicListener } from "./public-listener.ts";
import { shutdownMilliseconds, type Thread } from "./thread.ts";

/** Starts the public listener of a thread. Rejects if it cannot listen on its address. */
export async function startPublic(thread: Thread) {
  const listener = createPublicListener({ ...thread, requests: thread.requestsOf("public") });
  const { server, shutdown } = thread.createServer(listener, "public", ["GET"]);
  return {
    /** The address, for example `http://127.0.0.1:8080`. */
    url: await listen(server, thread.config.public, addressVariables.public),
    /** Answers the requests that have arrived, and cuts those that are not answered after seven seconds. */
    stop: () => shutdown(shutdownMilliseconds),
  };
}
