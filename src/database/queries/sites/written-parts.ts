/** A project or sensor in the form of a site file: plain maps, lists, texts and numbers, without empty members. */
export type Written = Readonly<Record<string, unknown>>;

/** `HH:mm`; 1440 minutes are `24:00`. */
export function writeClock(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}

export function withoutEmpty(members: Written): Written {
  return Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
