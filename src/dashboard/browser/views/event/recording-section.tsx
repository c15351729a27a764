import { IssueNote } from "../../components/issue-note.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import type { Issue } from "../../graphql/ask.ts";
import type { RecordingFacts } from "./use-recording.ts";

/** The recording of a sample, or the reason why it cannot be heard. The code for sound is loaded with it. */
export function RecordingSection(props: {
  readonly recording: RecordingFacts | null;
  readonly issue: Issue | null;
}) {
  const { recording, issue } = props;
  if (recording !== null) return <Player recording={recording} />;
  return (
    <section class="card stack" data-testid="player" data-state="none" aria-label="Recording">
      <h2>Recording</h2>
      {issue === null ? <p class="muted">No recording</p> : <IssueNote issue={issue} />}
    </section>
  );
}

const Player = lazyPart(async () => (await import("./player.tsx")).Player, 420);
