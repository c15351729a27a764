/** From January. */
export const monthNames =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** As charts and short dates have them: `Mar`. */
export function shortMonthName(month: number): string {
  return (monthNames[month - 1] ?? "").slice(0, 3);
}

/** `Mon`; Sunday is 0. */
export function shortDayName(day: number): string {
  return shortDayNames[day] ?? "";
}

const shortDayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
