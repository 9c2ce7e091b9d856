import * as z from "zod/mini";
import { type CalendarDate, isCalendarDate } from "#domain/calendar-date.ts";
import type { Dollars } from "#domain/money.ts";
import type { RateCard } from "#domain/rate.ts";

/** The bounds of the client_rates table, in dollars. */
const HIGHEST_HOURLY_RATE = 100_000;
const HIGHEST_RETAINER = 10_000_000;
const MOST_CARDS = 50;
const EARLIEST_DATE = "1900-01-01";

export const RATES_SAVED = "Rates updated successfully!";
export const RATES_FAILED = "Failed to update rates";

const shortText = (name: string, longest: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(longest, `${name} must be at most ${longest} characters`),
    // PostgreSQL stores every character but this one.
    z.refine((text) => !text.includes("\0"), `${name} holds a character that cannot be stored`),
  );

const serviceType = shortText("Service type", 200).check(z.minLength(1, "Service type is required"));
const discountTier = z.pipe(
  shortText("Discount tier", 100),
  z.transform((text) => text || null),
);
const description = z._default(shortText("Description", 1000), "");
const effectiveFrom = z
  .string()
  .check(z.refine((text) => isCalendarDate(text) && text >= EARLIEST_DATE, "Please enter a valid date"));

const dollars = (name: string, highest: number) =>
  z.number(`${name} must be a number`).check(
    z.minimum(0, `${name} must not be negative`),
    z.maximum(highest, `${name} must be at most ${highest.toLocaleString("en-US")}`),
    z.refine((amount) => Number(amount.toFixed(2)) === amount, `${name} has at most two decimals`),
  );

const hourlyRate = dollars("Hourly rate", HIGHEST_HOURLY_RATE);
const monthlyRetainer = dollars("Monthly retainer", HIGHEST_RETAINER);

/** What the update-client-rates endpoint is sent: the whole set of a client's rate cards, one a service type. */
export const UpdateClientRates = z.object({
  clientId: z.guid("Unknown client"),
  rates: withoutRepeats(
    z.object({
      serviceType,
      hourlyRate,
      monthlyRetainer: z.nullable(monthlyRetainer),
      discountTier: z.nullable(discountTier),
      description,
      effectiveFrom,
    }),
  ),
});
export type UpdateClientRates = z.infer<typeof UpdateClientRates>;

const typed = (amount: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.pipe(
      z.string().check(z.trim()),
      // "" would become 0, and "1e3" or "0x10" are numbers to a program but not to a person.
      z.transform((text) => (/^-?\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN)),
    ),
    amount,
  );

/** The page's form: what was typed. An empty retainer or discount tier is sent as null. */
export const ClientRatesForm = z.object({
  rates: withoutRepeats(
    z.object({
      serviceType,
      hourlyRate: typed(hourlyRate),
      monthlyRetainer: z.union([
        z.pipe(
          z.literal(""),
          z.transform(() => null),
        ),
        typed(monthlyRetainer),
      ]),
      discountTier,
      description,
      effectiveFrom,
    }),
  ),
});
export type ClientRatesForm = z.input<typeof ClientRatesForm>;

/** The form filled with a client's cards; cards without a date of their own take effect today. */
export function clientRatesFormOf(
  cards: ReadonlyArray<RateCard & { effective_from?: CalendarDate }>,
  today: CalendarDate,
): ClientRatesForm {
  return {
    rates: cards.map((card) => ({
      serviceType: card.service_type,
      hourlyRate: inForm(card.hourly_rate),
      monthlyRetainer: inForm(card.monthly_retainer),
      discountTier: card.discount_tier ?? "",
      description: card.description,
      effectiveFrom: card.effective_from ?? today,
    })),
  };
}

/** A card as "Add Rate Card" adds it. */
export function emptyRateCard(today: CalendarDate): ClientRatesForm["rates"][number] {
  return {
    serviceType: "",
    hourlyRate: "",
    monthlyRetainer: "",
    discountTier: "",
    description: "",
    effectiveFrom: today,
  };
}

function inForm(amount: Dollars | null): string {
  return amount === null ? "" : String(amount);
}

function withoutRepeats<Card extends z.ZodMiniType<{ serviceType: string }>>(card: Card) {
  return z.array(card).check(
    z.maxLength(MOST_CARDS, `A client has at most ${MOST_CARDS} rate cards`),
    z.superRefine((cards, context) => {
      const seen = new Set<string>();
      for (const [index, { serviceType }] of cards.entries()) {
        const name = serviceType.toLowerCase();
        if (seen.has(name))
          context.addIssue({
            code: "custom",
            path: [index, "serviceType"],
            message: "This service type has a card already",
          });
        seen.add(name);
      }
    }),
  );
}
