import { useRef } from "preact/hooks";
import { type Caption, canvasPng } from "../../export/png.ts";

type Draw = (scale: number) => Promise<HTMLCanvasElement>;

/** Saves a plot of levels as PNG, drawn again for the file. */
export function useLevelPng(
  caption: Caption,
  name: string,
): { readonly onPicture: (again: Draw | null) => void; readonly png: () => Promise<null> } {
  const draw = useRef<Draw | null>(null);
  return {
    onPicture: (again) => {
      draw.current = again;
    },
    png: async () => {
      const canvas = await draw.current?.(2);
      if (canvas !== undefined) await canvasPng({ canvas, ...caption }, name);
      return null;
    },
  };
}
