/**
 * The counted samples of one window: those that are not excluded and have the level. Columns are enlarged when they are
 * full, and reused for the next window, so a year of samples allocates almost no memory.
 */
export class CountedSamples {
  count = 0;
  /** Starts, in Unix seconds. */
  seconds: Float64Array = new Float64Array(512);
  durations: Float64Array = new Float64Array(512);
  /** With their adjustments, in hundredths of a dB. */
  levels: Int32Array = new Int32Array(512);
  coveredSeconds = 0;

  add(second: number, duration: number, level: number): void {
    if (this.count === this.seconds.length) this.#enlarge();
    this.seconds[this.count] = second;
    this.durations[this.count] = duration;
    this.levels[this.count] = level;
    this.count += 1;
    this.coveredSeconds += duration;
  }

  clear(): void {
    this.count = 0;
    this.coveredSeconds = 0;
  }

  #enlarge(): void {
    const { seconds, durations, levels } = this;
    this.seconds = new Float64Array(seconds.length * 2);
    this.seconds.set(seconds);
    this.durations = new Float64Array(seconds.length * 2);
    this.durations.set(durations);
    this.levels = new Int32Array(seconds.length * 2);
    this.levels.set(levels);
  }
}
