import { memoize } from "#domain/collections/memoize.ts";

/** Visitors choose the time zone, so limit the memory for many different ones. */
const MAX_FORMATTERS = 500;

/**
 * Returns a formatter of US English dates and times from a cache. Creating one takes about 100 times as long as using it.
 * @throws {RangeError} for an unknown time zone
 */
export const getDateFormatter = memoize(
  (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-US", options),
  MAX_FORMATTERS,
);
