import * as z from "zod/mini";
import { dollars } from "#domain/money/money.ts";
import { singleLine } from "#domain/text/single-line.ts";
import type { Tables } from "#supabase/database.types.ts";

const MAX_PRICE = 1_000_000;
const MAX_FEATURES = 20;
const MAX_FEATURE_LENGTH = 200;
const MAX_URL_LENGTH = 2000;

const textField = (name: string, maxLength: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(maxLength, `${name} must be at most ${maxLength} characters`), singleLine);

const name = textField("Name", 100).check(z.minLength(1, "Name is required"));
const price = z.pipe(
  z.number("Monthly price must be a number").check(
    z.minimum(0, "Monthly price can't be negative"),
    z.maximum(MAX_PRICE, `Monthly price must be at most ${MAX_PRICE.toLocaleString("en-US")}`),
    z.refine((amount) => Number(amount.toFixed(2)) === amount, "Monthly price can have at most two decimals"),
  ),
  z.transform((amount) => dollars(amount)),
);
const features = z
  .array(textField("A feature", MAX_FEATURE_LENGTH).check(z.minLength(1, "A feature can't be empty")))
  .check(z.maxLength(MAX_FEATURES, `Enter at most ${MAX_FEATURES} features`));

/** Request body of the tiers endpoint. The price is in dollars per month. The server also checks the link's host. */
export const Tier = z.object({
  name,
  monthlyPrice: price,
  features,
  isPopular: z.boolean(),
  isActive: z.boolean(),
  checkoutUrl: z.nullable(textField("Checkout link", MAX_URL_LENGTH)),
});
export type Tier = z.infer<typeof Tier>;

/** The ids of all tiers, in portal order. */
export const TierOrder = z.object({
  ids: z.array(z.guid("Unknown tier")).check(
    z.minLength(1, "The list is empty"),
    z.maxLength(100, "You can have at most 100 plans"),
    z.refine((ids) => new Set(ids).size === ids.length, "The list contains the same plan twice"),
  ),
});

/** The form's input. Each line of `features` is one feature. Empty lines and an empty link are ignored. */
export const TierForm = z.object({
  name,
  monthlyPrice: z.pipe(
    z.pipe(
      z.string().check(z.trim(), z.minLength(1, "Monthly price is required")),
      // Number() would also accept "", "1e3" and "0x10".
      z.transform((value) => (/^-?\d+(\.\d*)?$/.test(value) ? Number(value) : Number.NaN)),
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
    textField("Checkout link", MAX_URL_LENGTH),
    z.transform((value) => value || null),
  ),
});

/** Fills the form from a stored tier. A new tier is empty and active. */
export function toTierForm(tier: Tables<"subscription_tiers"> | null): z.input<typeof TierForm> {
  return {
    name: tier?.tier_name ?? "",
    monthlyPrice: tier ? String(tier.monthly_price) : "",
    features: tier?.features.join("\n") ?? "",
    isPopular: tier?.is_popular ?? false,
    isActive: tier?.is_active ?? true,
    checkoutUrl: tier?.square_checkout_url ?? "",
  };
}
