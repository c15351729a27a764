import { useProject } from "../../state/project-scope.tsx";
import { playing, togglePlaying } from "./list-player.ts";

/** A row whose sample has a recording. */
export interface Playable {
  readonly id: string;
  readonly sensorId: string;
  readonly second: number;
}

/** Plays the recording of a row where it stands, and stops it. */
export function PlayButton({ row }: { readonly row: Playable }) {
  const { project } = useProject();
  const state = playing.value?.id === row.id ? playing.value.state : "ready";
  const title = {
    ready: "Play the recording",
    loading: "Stop the recording",
    playing: "Stop the recording",
    failed: "The recording cannot be played: try again",
  }[state];
  return (
    <button
      type="button"
      class="play-button"
      data-state={state}
      aria-label={title}
      title={title}
      onClick={() => void togglePlaying(row.id, { projectId: project.id, ...row })}
    >
      {{ ready: "▶", loading: "…", playing: "■", failed: "!" }[state]}
    </button>
  );
}
