import { expect, test } from "vitest";
import { ClientRatesForm, clientRatesFormOf, emptyRateCard, UpdateClientRates } from "./client-rates-form.ts";
import { DEFAULT_RATE_CARDS } from "./rate.ts";

const clientId = "0190a0b0-0000-7000-8000-000000000001";
const card = {
  serviceType: "AI Security Assessment",
  hourlyRate: 350,
  monthlyRetainer: null,
  discountTier: null,
  description: "",
  effectiveFrom: "2026-01-31",
};
const typedCard = { ...emptyRateCard("2026-01-31"), serviceType: "Governance", hourlyRate: "300" };

function complaint(change: object) {
  const parsed = UpdateClientRates.safeParse({ clientId, rates: [{ ...card, ...change }] });
  return parsed.success ? null : parsed.error.issues[0]?.message;
}

function typedComplaint(change: object) {
  const parsed = ClientRatesForm.safeParse({ rates: [{ ...typedCard, ...change }] });
  return parsed.success ? null : parsed.error.issues[0]?.message;
}

test("rates lie between nothing and the table's bounds, in whole cents", () => {
  expect(complaint({ hourlyRate: 0 })).toBeNull();
  expect(complaint({ hourlyRate: 100_000 })).toBeNull();
  expect(complaint({ hourlyRate: 0.29 })).toBeNull();
  expect(complaint({ monthlyRetainer: 10_000_000 })).toBeNull();
  expect(complaint({ hourlyRate: -0.01 })).toBe("Hourly rate must not be negative");
  expect(complaint({ hourlyRate: 100_000.01 })).toBe("Hourly rate must be at most 100,000");
  expect(complaint({ hourlyRate: 1.005 })).toBe("Hourly rate has at most two decimals");
  expect(complaint({ hourlyRate: "350" })).toBe("Hourly rate must be a number");
  expect(complaint({ hourlyRate: Number.NaN })).toBe("Hourly rate must be a number");
  expect(complaint({ monthlyRetainer: 10_000_001 })).toBe("Monthly retainer must be at most 10,000,000");
});

test("a day that is no day is refused", () => {
  expect(complaint({ effectiveFrom: "2026-02-29" })).toBe("Please enter a valid date");
  expect(complaint({ effectiveFrom: "0000-01-01" })).toBe("Please enter a valid date");
  expect(complaint({ effectiveFrom: "2028-02-29" })).toBeNull();
});

test("one card a service type, in any case of letters", () => {
  const rates = [card, { ...card, serviceType: "ai security assessment " }];
  expect(UpdateClientRates.safeParse({ clientId, rates }).error?.issues[0]).toMatchObject({
    path: ["rates", 1, "serviceType"],
    message: "This service type has a card already",
  });
});

test("no cards at all is a set too", () => {
  expect(UpdateClientRates.safeParse({ clientId, rates: [] }).success).toBe(true);
});

test("an empty retainer or discount tier is sent as null", () => {
  expect(ClientRatesForm.parse({ rates: [typedCard] }).rates[0]).toEqual({
    serviceType: "Governance",
    hourlyRate: 300,
    monthlyRetainer: null,
    discountTier: null,
    description: "",
    effectiveFrom: "2026-01-31",
  });
});

test("what was typed must read as an amount", () => {
  expect(typedComplaint({ hourlyRate: "" })).toBe("Hourly rate must be a number");
  expect(typedComplaint({ hourlyRate: "1e3" })).toBe("Hourly rate must be a number");
  expect(typedComplaint({ hourlyRate: "-1" })).toBe("Hourly rate must not be negative");
  expect(typedComplaint({ hourlyRate: " 275.50 " })).toBeNull();
});

test("the default cards fill a form that can be saved", () => {
  const form = clientRatesFormOf(DEFAULT_RATE_CARDS, "2026-01-31");
  expect(form.rates).toHaveLength(3);
  expect(UpdateClientRates.safeParse({ clientId, ...ClientRatesForm.parse(form) }).success).toBe(true);
});
