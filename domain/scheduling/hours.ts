import * as z from "zod/mini";

const MINUTES_PER_DAY = 1440;
const MAX_RANGES_PER_DAY = 8;
const RANGE_PATTERN = /\[(\d+),(\d+)\)/g;

/** A part of a day, in minutes after midnight. `to` is exclusive, and 1440 is the end of the day. */
export type MinuteRange = { from: number; to: number };

const MinuteOfDay = z.int("Choose a time").check(z.minimum(0), z.maximum(MINUTES_PER_DAY));

/** The hours of one day, in ascending order. An empty list means closed. */
export const DayHours = z
  .array(
    z
      .object({ from: MinuteOfDay, to: MinuteOfDay })
      .check(z.refine(({ from, to }) => from < to, "The end must be after the start")),
  )
  .check(
    z.maxLength(MAX_RANGES_PER_DAY, `Enter at most ${MAX_RANGES_PER_DAY} ranges per day`),
    z.refine(
      (ranges) => ranges.every(({ from }, index) => from >= (ranges[index - 1]?.to ?? 0)),
      "Ranges must be in order and must not overlap",
    ),
  );

/** Parses hours from their column, an `int4multirange` such as "{[540,720),[780,1020)}". */
export function parseHours(multirange: string): MinuteRange[] {
  return [...multirange.matchAll(RANGE_PATTERN)].map(([, from, to]) => ({
    from: Number(from),
    to: Number(to),
  }));
}

/** Formats hours as an `int4multirange`. */
export function toMultirange(ranges: readonly MinuteRange[]): string {
  return `{${ranges.map(({ from, to }) => `[${from},${to})`).join(",")}}`;
}

/** Formats a minute of the day as the value of a time field, such as "09:00". The end of the day is "00:00". */
export function toTimeField(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60) % 24, minute % 60];
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/**
 * Parses the value of a time field. Returns null for an empty or invalid value. For the end of a range, "00:00" is the end
 * of the day.
 */
export function parseTimeField(value: string, { isEnd = false } = {}): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(value) ?? [];
  if (hours === undefined) {
    return null;
  }
  const minute = Number(hours) * 60 + Number(minutes);
  return isEnd && minute === 0 ? MINUTES_PER_DAY : minute;
}
