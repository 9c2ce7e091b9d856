// Branded types for column values that have the same JSON type but must not be mixed. The generated database types and
// domain/ use them. Their constructors are in domain/.

declare const brand: unique symbol;

/** Whole cents. */
export type Cents = number & { readonly [brand]: "cents" };

/** Dollars, as stored in `numeric` columns. The REST API returns a number, and node-postgres a numeric string. */
export type Dollars = (number | string) & { readonly [brand]: "dollars" };

/** A date without a time, as YYYY-MM-DD. Never convert it to an instant, because a time zone could shift the day. */
export type CalendarDate = string & { readonly [brand]: "calendar date" };

/** A moment as an ISO 8601 timestamp with an offset, such as 2026-01-31T09:00:00Z. */
export type Instant = string & { readonly [brand]: "instant" };

/** Values that inserts and updates accept: branded or plain values, but no values with another brand. */
export type DollarsInput = Dollars | (number & { readonly [brand]?: "dollars" });
export type CalendarDateInput = string & { readonly [brand]?: "calendar date" };
export type InstantInput = string & { readonly [brand]?: "instant" };
