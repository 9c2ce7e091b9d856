// Types of column values that must not be mixed, although JSON has only one type for them. They are defined here because the
// generated database types and domain/ both use them. domain/ has their constructors.

declare const brand: unique symbol;

/** Whole cents. */
export type Cents = number & { readonly [brand]: "cents" };

/** Dollars, as stored in `numeric` columns: a number from the REST API, a numeric string from node-postgres. */
export type Dollars = (number | string) & { readonly [brand]: "dollars" };

/** A date without a time, as YYYY-MM-DD. It is never converted to an instant, so no time zone can shift the day. */
export type CalendarDate = string & { readonly [brand]: "calendar date" };

/** A moment as an ISO 8601 timestamp with an offset, such as 2026-01-31T09:00:00Z. */
export type Instant = string & { readonly [brand]: "instant" };

/** Values that a write accepts: the type itself or a plain value, but no value of another type. */
export type DollarsInput = Dollars | (number & { readonly [brand]?: "dollars" });
export type CalendarDateInput = string & { readonly [brand]?: "calendar date" };
export type InstantInput = string & { readonly [brand]?: "instant" };
