import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import {
  ClientRatesForm,
  createEmptyRateCard,
  toClientRatesForm,
  UpdateClientRates,
} from "./client-rates-form.ts";
import { DEFAULT_RATE_CARDS } from "./rate-card.ts";

const CLIENT_ID = "0190a0b0-0000-7000-8000-000000000001";
const card = {
  serviceType: "AI Security Assessment",
  hourlyRate: 350,
  monthlyRetainer: null,
  discountTier: null,
  description: "",
  effectiveFrom: "2026-01-31",
};
const formCard = {
  ...createEmptyRateCard(calendarDate("2026-01-31")),
  serviceType: "Governance",
  hourlyRate: "300",
};

function getFirstError(change: object) {
  const parsed = UpdateClientRates.safeParse({ clientId: CLIENT_ID, rates: [{ ...card, ...change }] });
  return parsed.success ? null : parsed.error.issues[0]?.message;
}

function getFirstFormError(change: object) {
  const parsed = ClientRatesForm.safeParse({ rates: [{ ...formCard, ...change }] });
  return parsed.success ? null : parsed.error.issues[0]?.message;
}

test("accepts rates from zero to the table's limits, in whole cents", () => {
  expect(getFirstError({ hourlyRate: 0 })).toBeNull();
  expect(getFirstError({ hourlyRate: 100_000 })).toBeNull();
  expect(getFirstError({ hourlyRate: 0.29 })).toBeNull();
  expect(getFirstError({ monthlyRetainer: 10_000_000 })).toBeNull();
  expect(getFirstError({ hourlyRate: -0.01 })).toBe("Hourly rate can't be negative");
  expect(getFirstError({ hourlyRate: 100_000.01 })).toBe("Hourly rate must be at most 100,000");
  expect(getFirstError({ hourlyRate: 1.005 })).toBe("Hourly rate can have at most two decimals");
  expect(getFirstError({ hourlyRate: "350" })).toBe("Hourly rate must be a number");
  expect(getFirstError({ hourlyRate: Number.NaN })).toBe("Hourly rate must be a number");
  expect(getFirstError({ monthlyRetainer: 10_000_001 })).toBe("Monthly retainer must be at most 10,000,000");
});

test("rejects an invalid date", () => {
  expect(getFirstError({ effectiveFrom: "2026-02-29" })).toBe("Enter a valid date");
  expect(getFirstError({ effectiveFrom: "0000-01-01" })).toBe("Enter a valid date");
  expect(getFirstError({ effectiveFrom: "2028-02-29" })).toBeNull();
});

test("allows one card per service type, ignoring case", () => {
  const rates = [card, { ...card, serviceType: "ai security assessment " }];
  expect(UpdateClientRates.safeParse({ clientId: CLIENT_ID, rates }).error?.issues[0]).toMatchObject({
    path: ["rates", 1, "serviceType"],
    message: "This service type already has a rate card",
  });
});

test("accepts an empty set of cards", () => {
  expect(UpdateClientRates.safeParse({ clientId: CLIENT_ID, rates: [] }).success).toBe(true);
});

test("sends an empty retainer or discount tier as null", () => {
  expect(ClientRatesForm.parse({ rates: [formCard] }).rates[0]).toEqual({
    serviceType: "Governance",
    hourlyRate: 300,
    monthlyRetainer: null,
    discountTier: null,
    description: "",
    effectiveFrom: "2026-01-31",
  });
});

test("rejects input that is not an amount", () => {
  expect(getFirstFormError({ hourlyRate: "" })).toBe("Hourly rate must be a number");
  expect(getFirstFormError({ hourlyRate: "1e3" })).toBe("Hourly rate must be a number");
  expect(getFirstFormError({ hourlyRate: "-1" })).toBe("Hourly rate can't be negative");
  expect(getFirstFormError({ hourlyRate: " 275.50 " })).toBeNull();
});

test("fills a valid form from the default cards", () => {
  const form = toClientRatesForm(DEFAULT_RATE_CARDS, calendarDate("2026-01-31"));
  expect(form.rates).toHaveLength(3);
  expect(UpdateClientRates.safeParse({ clientId: CLIENT_ID, ...ClientRatesForm.parse(form) }).success).toBe(
    true,
  );
});

test("keeps amounts and dates as they were entered", () => {
  const [rate] = UpdateClientRates.parse({
    clientId: CLIENT_ID,
    rates: [{ ...card, hourlyRate: 0.29, monthlyRetainer: 10_000_000 }],
  }).rates;
  expect(rate).toMatchObject({ hourlyRate: 0.29, monthlyRetainer: 10_000_000, effectiveFrom: "2026-01-31" });
});

test.each([
  ["1900-01-01", null],
  ["1899-12-31", "Enter a valid date"],
  ["9999-12-31", null],
  ["10000-01-01", "Enter a valid date"],
  ["2026-01-31T00:00:00Z", "Enter a valid date"],
  ["", "Enter a valid date"],
])("validates the date %j", (effectiveFrom, message) => {
  expect(getFirstError({ effectiveFrom })).toBe(message);
});

test("accepts up to 50 cards", () => {
  const buildRates = (count: number) => ({
    clientId: CLIENT_ID,
    rates: Array.from({ length: count }, (_, index) => ({ ...card, serviceType: `Service ${index}` })),
  });
  expect(UpdateClientRates.safeParse(buildRates(50)).success).toBe(true);
  expect(UpdateClientRates.safeParse(buildRates(51)).error?.issues[0]?.message).toBe(
    "Add at most 50 rate cards",
  );
});

test("fills the form from stored cards: amounts as text, today for a missing date", () => {
  const stored = {
    service_type: "Audit",
    hourly_rate: dollars("350.50"),
    monthly_retainer: null,
    discount_tier: null,
    description: "",
  };
  const datedCard = { ...stored, hourly_rate: dollars(0), effective_from: calendarDate("2025-01-01") };
  expect(toClientRatesForm([stored, datedCard], calendarDate("2026-01-31")).rates).toMatchObject([
    { hourlyRate: "350.50", monthlyRetainer: "", discountTier: "", effectiveFrom: "2026-01-31" },
    { hourlyRate: "0", effectiveFrom: "2025-01-01" },
  ]);
});
