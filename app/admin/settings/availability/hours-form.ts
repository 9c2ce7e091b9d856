import { DayHours, type MinuteRange, parseTimeField, toTimeField } from "#domain/scheduling/hours.ts";

/** A range of hours as the values of two time fields. */
export type HoursField = { from: string; to: string };

export function toHoursFields(hours: readonly MinuteRange[]): HoursField[] {
  return hours.map(({ from, to }) => ({ from: toTimeField(from), to: toTimeField(to) }));
}

/** Returns the hours, or what is wrong with them. */
export function parseHoursFields(
  fields: readonly HoursField[],
): { ok: true; hours: MinuteRange[] } | { ok: false; error: string } {
  const ranges = fields.map(({ from, to }) => ({
    from: parseTimeField(from),
    to: parseTimeField(to, { isEnd: true }),
  }));
  const hours = ranges.filter((range): range is MinuteRange => range.from !== null && range.to !== null);
  if (hours.length < ranges.length) {
    return { ok: false, error: "Enter a start and an end" };
  }
  const sorted = hours.toSorted((one, other) => one.from - other.from);
  const parsed = DayHours.safeParse(sorted);
  return parsed.success
    ? { ok: true, hours: parsed.data }
    : { ok: false, error: parsed.error.issues[0]?.message ?? "Check these hours" };
}
