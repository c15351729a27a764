import type { Signal } from "@preact/signals";
import type { Ref } from "preact";
import type { LevelPoint } from "./level-data.ts";
import type { LevelPicture } from "./level-picture.ts";

export interface LevelPlotProps {
  readonly picture: LevelPicture;
  readonly height: number;
  /** One sentence: the name of the picture for those who do not see it. */
  readonly summary: string;
  /** `LAeq,5 min`: what the read-out calls the level. */
  readonly quantity: string;
  readonly onDrawn?: () => void;
  /** A part of the time has been chosen, in Unix seconds, both inside. */
  readonly onZoom?: (first: number, last: number) => void;
  readonly onReset?: () => void;
  /** A point has been clicked, or opened with Enter. */
  readonly onSelect?: (point: LevelPoint) => void;
  /** Shows or hides LAFmax, which the picture says; without it there is no switch. */
  readonly onToggleMaxima?: () => void;
  /** Second of the cursor, shared with other plots of the view; null without one. */
  readonly cursor?: Signal<number | null>;
  /** Refers to the picture, for a file. */
  readonly image?: Ref<SVGSVGElement>;
}

/** The props that the parts of a plot share. */
export interface PlotParts extends LevelPlotProps {
  readonly cursor: Signal<number | null>;
  /** True if a key has moved the cursor. */
  readonly spoken: Signal<boolean>;
}
