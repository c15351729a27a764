/** Called now and then during long work: the fraction that is done, 0 to 1, and a text. */
export type ReportProgress = (fraction: number, text: string) => void;
