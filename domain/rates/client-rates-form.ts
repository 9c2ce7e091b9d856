import * as z from "zod/mini";
import { type CalendarDate, calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { type Dollars, dollars } from "#domain/money/money.ts";
import type { RateCard } from "#domain/rates/rate-card.ts";
import { singleLine } from "#domain/text/single-line.ts";

// Limits of the client_rates table, in dollars.
const MAX_HOURLY_RATE = 100_000;
const MAX_RETAINER = 10_000_000;
const MAX_RATE_CARDS = 50;
const EARLIEST_DATE = "1900-01-01";

export const RATES_SAVED_MESSAGE = "Rates updated successfully!";
export const RATES_FAILED_MESSAGE = "Failed to update rates";

const shortText = (name: string, maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, `${name} must be at most ${maxLength} characters`),
    // PostgreSQL text cannot store the null character.
    z.refine((text) => !text.includes("\0"), `${name} contains an unsupported character`),
  );

const serviceType = shortText("Service type", 200).check(
  z.minLength(1, "Service type is required"),
  singleLine,
);
const discountTier = z.pipe(
  shortText("Discount tier", 100).check(singleLine),
  z.transform((text) => text || null),
);
const description = z._default(shortText("Description", 1000), "");
const effectiveFrom = z.pipe(
  z.string().check(z.refine((text) => isCalendarDate(text) && text >= EARLIEST_DATE, "Enter a valid date")),
  z.transform(calendarDate),
);

const amountInDollars = (name: string, max: number) =>
  z.pipe(
    z.number(`${name} must be a number`).check(
      z.minimum(0, `${name} can't be negative`),
      z.maximum(max, `${name} must be at most ${max.toLocaleString("en-US")}`),
      z.refine((amount) => Number(amount.toFixed(2)) === amount, `${name} can have at most two decimals`),
    ),
    z.transform((amount) => dollars(amount)),
  );

const hourlyRate = amountInDollars("Hourly rate", MAX_HOURLY_RATE);
const monthlyRetainer = amountInDollars("Monthly retainer", MAX_RETAINER);

/** Request body of the update-client-rates endpoint: all rate cards of a client, one per service type. */
export const UpdateClientRates = z.object({
  clientId: z.guid("Unknown client"),
  rates: uniqueServiceTypes(
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

const parseNumber = (amount: z.ZodMiniType<Dollars, number>) =>
  z.pipe(
    z.pipe(
      z.string().check(z.trim()),
      // Number() would also accept "", "1e3" and "0x10".
      z.transform((text) => (/^-?\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN)),
    ),
    amount,
  );

/** The form's input. An empty retainer or discount tier is sent as null. */
export const ClientRatesForm = z.object({
  rates: uniqueServiceTypes(
    z.object({
      serviceType,
      hourlyRate: parseNumber(hourlyRate),
      monthlyRetainer: z.union([
        z.pipe(
          z.literal(""),
          z.transform(() => null),
        ),
        parseNumber(monthlyRetainer),
      ]),
      discountTier,
      description,
      effectiveFrom,
    }),
  ),
});
export type ClientRatesForm = z.input<typeof ClientRatesForm>;

/** Fills the form from a client's cards. A card without a date takes effect today. */
export function toClientRatesForm(
  cards: ReadonlyArray<RateCard & { effective_from?: CalendarDate }>,
  today: CalendarDate,
): ClientRatesForm {
  return {
    rates: cards.map((card) => ({
      serviceType: card.service_type,
      hourlyRate: toInputValue(card.hourly_rate),
      monthlyRetainer: toInputValue(card.monthly_retainer),
      discountTier: card.discount_tier ?? "",
      description: card.description,
      effectiveFrom: card.effective_from ?? today,
    })),
  };
}

export function createEmptyRateCard(today: CalendarDate): ClientRatesForm["rates"][number] {
  return {
    serviceType: "",
    hourlyRate: "",
    monthlyRetainer: "",
    discountTier: "",
    description: "",
    effectiveFrom: today,
  };
}

function toInputValue(amount: Dollars | null): string {
  return amount === null ? "" : String(amount);
}

function uniqueServiceTypes<Card extends z.ZodMiniType<{ serviceType: string }>>(card: Card) {
  return z.array(card).check(
    z.maxLength(MAX_RATE_CARDS, `Add at most ${MAX_RATE_CARDS} rate cards`),
    z.superRefine((cards, context) => {
      const seenNames = new Set<string>();
      for (const [index, { serviceType }] of cards.entries()) {
        const name = serviceType.toLowerCase();
        if (seenNames.has(name)) {
          context.addIssue({
            code: "custom",
            path: [index, "serviceType"],
            message: "This service type already has a rate card",
          });
        }
        seenNames.add(name);
      }
    }),
  );
}
