import { useEffect, useState } from "preact/hooks";
import { IssueNote } from "#dashboard/browser/components/issue-note.tsx";
import { Skeleton } from "#dashboard/browser/components/skeleton.tsx";
import type { Issue } from "#dashboard/browser/graphql/ask.ts";
import type { Player, RecordingFacts } from "./player.tsx";

/** What a sample sounded like, or why that cannot be heard. The code for sound is loaded where there is some. */
export function RecordingSection(props: {
  readonly recording: RecordingFacts | null;
  readonly issue: Issue | null;
}) {
  const { recording, issue } = props;
  if (recording !== null) return <LoadedPlayer recording={recording} />;
  return (
    <section class="card stack" data-testid="player" data-state="none" aria-label="Recording">
      <h2>Recording</h2>
      {issue === null ? <p class="muted">No recording</p> : <IssueNote issue={issue} />}
    </section>
  );
}

interface PlayerModule {
  readonly Player: typeof Player;
}

function LoadedPlayer({ recording }: { readonly recording: RecordingFacts }) {
  const [loaded, setLoaded] = useState<PlayerModule | "failed" | null>(null);
  useEffect(() => {
    let isLeft = false;
    const show = (outcome: PlayerModule | "failed") => {
      if (!isLeft) setLoaded(outcome);
    };
    import("./player.tsx").then(show, () => show("failed"));
    return () => {
      isLeft = true;
    };
  }, []);
  if (loaded === null) return <Skeleton height={400} />;
  if (loaded === "failed") {
    return (
      <section class="card stack" data-testid="player" data-state="failed" aria-label="Recording">
        <h2>Recording</h2>
        <p>The player could not be loaded. Reload the page when the server can be reached.</p>
      </section>
    );
  }
  return <loaded.Player recording={recording} />;
}
