import { useEffect, useState } from "preact/hooks";
import { connection } from "../../state/connection.ts";

/** Says that the server does not answer, with a countdown to the next try. Empty while it does. */
export function StatusLine() {
  const current = connection.value;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (current.kind === "online") return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [current]);
  let text = "";
  if (current.kind !== "online") {
    const seconds = Math.max(0, Math.ceil((current.retryAt - now) / 1000));
    const what =
      current.kind === "unreachable" ? "The server cannot be reached." : "The service is busy.";
    text = `${what} Trying again in ${seconds} s`;
  }
  return (
    <p data-testid="status" role="status" class={text === "" ? "status-line" : "status-line shown"}>
      {text}
    </p>
  );
}
