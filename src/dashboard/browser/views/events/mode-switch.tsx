import { pushParameters } from "../../state/address.ts";

/** Exceedances one by one, or joined to episodes. */
export function ModeSwitch({ isEpisodes }: { readonly isEpisodes: boolean }) {
  return (
    <div class="segments" role="group" aria-label="List">
      <button
        type="button"
        aria-pressed={!isEpisodes}
        onClick={() => pushParameters({ mode: undefined })}
      >
        Samples
      </button>
      <button
        type="button"
        aria-pressed={isEpisodes}
        title="Exceedances of a sensor that follow each other with no time between them"
        onClick={() => pushParameters({ mode: "episodes" })}
      >
        Episodes
      </button>
    </div>
  );
}

/** `90 exceedances`, `at least 100 exceedances`, `12 episodes`. */
export function countText(count: number, isAll: boolean, isEpisodes: boolean): string {
  const noun = isEpisodes ? "episode" : "exceedance";
  return `${isAll ? "" : "at least "}${count} ${noun}${count === 1 ? "" : "s"}`;
}
