import { memoize } from "#domain/collections/memoize.ts";

/** Visitors choose the time zone, so limit the memory for many different ones. */
const MAX_FORMATTERS = 500;

/**
 * Returns a formatter of dates and times in US English, or another English locale, from a cache. Creating one takes about 100 times as long as using it.
 * @throws {RangeError} for an unknown time zone
 */
export const getDateFormatter = memoize(
  (options: Intl.DateTimeFormatOptions, locale?: string) =>
    new Intl.DateTimeFormat(locale ?? "en-US", options),
  MAX_FORMATTERS,
);
