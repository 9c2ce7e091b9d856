import * as z from "zod/mini";
import type { Tables } from "#supabase/database.types.ts";

const HIGHEST_PRICE = 1_000_000;
const MOST_FEATURES = 20;
const LONGEST_FEATURE = 200;
const LONGEST_ADDRESS = 2000;

const text = (name: string, longest: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(longest, `${name} must be at most ${longest} characters`),
    // PostgreSQL stores every character but this one.
    z.refine((typed) => !typed.includes("\0"), `${name} holds a character that cannot be stored`),
  );

const name = text("Name", 100).check(z.minLength(1, "Name is required"));
const price = z.number("Monthly price must be a number").check(
  z.minimum(0, "Monthly price must not be negative"),
  z.maximum(HIGHEST_PRICE, `Monthly price must be at most ${HIGHEST_PRICE.toLocaleString("en-US")}`),
  z.refine((amount) => Number(amount.toFixed(2)) === amount, "Monthly price has at most two decimals"),
);
const features = z
  .array(text("A feature", LONGEST_FEATURE).check(z.minLength(1, "A feature must not be empty")))
  .check(z.maxLength(MOST_FEATURES, `A tier has at most ${MOST_FEATURES} features`));

/** What the tiers endpoint is sent. The price is in dollars a month; the server checks the link's host besides. */
export const Tier = z.object({
  name,
  monthlyPrice: price,
  features,
  isPopular: z.boolean(),
  isActive: z.boolean(),
  checkoutUrl: z.nullable(text("Checkout link", LONGEST_ADDRESS)),
});
export type Tier = z.infer<typeof Tier>;

/** The order in which the portal shows the tiers: every one of them, once. */
export const TierOrder = z.object({
  ids: z.array(z.guid("Unknown tier")).check(
    z.minLength(1, "The order is empty"),
    z.maxLength(100, "The order is too long"),
    z.refine((ids) => new Set(ids).size === ids.length, "A tier stands twice in the order"),
  ),
});

/** The form: what was typed. One feature a line; empty lines and an empty link count as none. */
export const TierForm = z.object({
  name,
  monthlyPrice: z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.minLength(1, "Monthly price is required")),
      // "" would become 0, and "1e3" or "0x10" are numbers to a program but not to a person.
      z.transform((typed) => (/^-?\d+(\.\d*)?$/.test(typed) ? Number(typed) : Number.NaN)),
    ),
    price,
  ),
  features: z.pipe(
    z.pipe(
      z.string(),
      z.transform((lines) =>
        lines
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
      ),
    ),
    features,
  ),
  isPopular: z.boolean(),
  isActive: z.boolean(),
  checkoutUrl: z.pipe(
    text("Checkout link", LONGEST_ADDRESS),
    z.transform((typed) => typed || null),
  ),
});

/** The form filled from a stored tier; for a new one it is empty and on offer. */
export function tierFormOf(tier: Tables<"subscription_tiers"> | null): z.input<typeof TierForm> {
  return {
    name: tier?.tier_name ?? "",
    monthlyPrice: tier ? String(tier.monthly_price) : "",
    features: tier?.features.join("\n") ?? "",
    isPopular: tier?.is_popular ?? false,
    isActive: tier?.is_active ?? true,
    checkoutUrl: tier?.square_checkout_url ?? "",
  };
}
