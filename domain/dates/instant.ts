import { isCalendarDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#supabase/value-types.ts";

export type { Instant };

const INSTANT_PATTERN = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Whether the text is an ISO 8601 timestamp with an offset, on an existing day. */
export function isInstant(text: string): text is Instant {
  const day = INSTANT_PATTERN.exec(text)?.[1];
  return day !== undefined && isCalendarDate(day) && Number.isFinite(Date.parse(text));
}

/** @throws {RangeError} when the text is not a timestamp with an offset. */
export function instant(text: string): Instant {
  if (!isInstant(text)) {
    throw new RangeError(`not an instant: ${text}`);
  }
  return text;
}

/** Parses an instant. Returns null for missing or invalid text. */
export function parseInstant(text: string | null | undefined): Instant | null {
  return text && isInstant(text) ? text : null;
}

/** Returns the latest instant, or null if all are null. */
export function latestInstant(instants: ReadonlyArray<Instant | null>): Instant | null {
  return instants.reduce(
    (latest, each) => (each && (!latest || Date.parse(each) > Date.parse(latest)) ? each : latest),
    null,
  );
}

/**
 * Converts a date to an instant. Returns null when there is no date.
 * @throws {RangeError} when the date is invalid or outside the years 0 to 9999.
 */
export function toInstant(date: Date): Instant;
export function toInstant(date: Date | null | undefined): Instant | null;
export function toInstant(date: Date | null | undefined): Instant | null {
  return date ? instant(date.toISOString()) : null;
}
