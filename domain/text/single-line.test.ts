import { expect, test } from "vitest";
import { BookingRequest } from "#domain/bookings/booking.ts";
import { OwnSettings } from "#domain/clients/account-settings.ts";
import { NewClientForm } from "#domain/clients/client-form.ts";
import { ContactInquiry } from "#domain/inquiries/contact-inquiry.ts";
import { ProjectForm } from "#domain/projects/project-form.ts";
import { UpdateClientRates } from "#domain/rates/client-rates-form.ts";
import { Tier } from "#domain/subscriptions/tier-form.ts";
import { SINGLE_LINE_CASES } from "#domain/test-support/single-line-cases.ts";
import { isSingleLine } from "./single-line.ts";

test.each(SINGLE_LINE_CASES)("%j is single-line text: %s", (text, expected) => {
  expect(isSingleLine(text)).toBe(expected);
});

test.each([
  [OwnSettings, "name", "contactPerson", "company", "phone"],
  [NewClientForm, "contactPerson", "company", "phone"],
  [ContactInquiry, "name", "company"],
  [ProjectForm, "projectName"],
  [BookingRequest, "serviceType", "estimatedScope"],
  [Tier, "name"],
] as const)("single-line fields of form %# reject line breaks and direction marks", (schema, ...fields) => {
  for (const text of ["Acme\nInc", "Acme\u202Ecnl"]) {
    const { error } = schema.safeParse(Object.fromEntries(fields.map((field) => [field, text])));
    const rejected = error?.issues.filter(({ message }) => message === "Remove unsupported characters");
    expect(rejected?.map(({ path }) => path[0]).sort()).toEqual([...fields].sort());
  }
});

test("single-line fields in lists reject line breaks", () => {
  const rates = UpdateClientRates.safeParse({ rates: [{ serviceType: "a\nb", discountTier: "a\nb" }] });
  const tier = Tier.safeParse({ features: ["a\nb"] });
  const paths = [rates, tier].flatMap(({ error }) =>
    error?.issues
      .filter(({ message }) => message === "Remove unsupported characters")
      .map(({ path }) => path.join(".")),
  );
  expect(paths).toEqual(["rates.0.serviceType", "rates.0.discountTier", "features.0"]);
});

test("multi-line fields accept line breaks", () => {
  const { data } = NewClientForm.safeParse({
    company: "Acme",
    contactPerson: "Ada",
    email: "ada@acme.example",
    address: "1 Main Street\nSpringfield",
  });
  expect(data?.address).toBe("1 Main Street\nSpringfield");
});
