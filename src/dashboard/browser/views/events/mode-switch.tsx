import { counted } from "../../components/level-text.ts";
import { Segments } from "../../components/segments.tsx";
import { pushParameters } from "../../state/address.ts";

/** Exceedances one by one, or joined to episodes. */
export function ModeSwitch({ isEpisodes }: { readonly isEpisodes: boolean }) {
  return (
    <Segments
      label="List"
      options={[
        [false, "Samples"],
        [true, "Episodes", "Exceedances of a sensor that follow each other with no time between"],
      ]}
      chosen={isEpisodes}
      onChoose={(chosen) => pushParameters({ mode: chosen ? "episodes" : undefined })}
    />
  );
}

/** `90 exceedances`, `at least 100 exceedances`, `12 episodes`. */
export function countText(count: number, isAll: boolean, isEpisodes: boolean): string {
  return `${isAll ? "" : "at least "}${counted(count, isEpisodes ? "episode" : "exceedance")}`;
}
