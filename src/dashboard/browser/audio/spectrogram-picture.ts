import { frequencyMarks, timeMarks } from "./frequency-axis.ts";

/** Pixels a CSS pixel of a picture that is saved. */
const ratio = 2;
const left = 40;
const bottom = 24;
const top = 8;
const height = 300;
const width = 900;

/** The painted spectrogram with its axes, black on white: a file carries no theme. */
export function spectrogramPicture(
  painted: HTMLCanvasElement,
  axes: {
    readonly nyquist: number;
    readonly durationSeconds: number;
  },
): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = (left + width + left) * ratio;
  canvas.height = (top + height + bottom) * ratio;
  const context = canvas.getContext("2d");
  if (context === null) return canvas;
  context.scale(ratio, ratio);
  context.drawImage(painted, left, top, width, height);
  context.font = "12px sans-serif";
  context.fillStyle = "#000000";
  context.textBaseline = "middle";
  context.textAlign = "right";
  const frequencies = frequencyMarks(axes.nyquist);
  for (const { fraction, text } of frequencies) {
    context.fillText(text, left - 4, top + height * (1 - fraction));
  }
  context.textAlign = "left";
  context.fillText("kHz", left + width + 4, top + 6);
  context.fillText("s", left + width + 24, top + height + 14);
  context.textAlign = "center";
  for (const { fraction, text } of timeMarks(axes.durationSeconds)) {
    context.fillText(text, left + width * fraction, top + height + 14);
  }
  return canvas;
}
