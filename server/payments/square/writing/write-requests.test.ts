import { createSquareSimulator } from "@wardline/square-simulator";
import fc from "fast-check";
import { SquareClient } from "square";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import { lineAmount } from "#domain/invoices/drafts/draft-amounts.ts";
import { draftProblem, InvoiceDraftContent, toDraftAmounts } from "#domain/invoices/drafts/draft-form.ts";
import { cents, sumCents } from "#domain/money/money.ts";
import { buildInvoiceRequest, buildOrderRequest } from "#server/payments/square/writing/write-requests.ts";

const TODAY = calendarDate("2026-11-21");

let simulator: ReturnType<typeof createSquareSimulator>;
let client: SquareClient;
let customerId: string;
beforeAll(async () => {
  simulator = createSquareSimulator({
    origin: "http://localhost:3000",
    applicationId: "sandbox-sq0idb-test",
    applicationSecret: "sandbox-sq0csb-test",
    seed: "empty",
    now: () => new Date(`${TODAY}T17:00:00Z`),
  });
  client = new SquareClient({
    baseUrl: simulator.baseUrl,
    fetch: simulator.api,
    token: simulator.personalAccessToken,
    maxRetries: 0,
  });
  const { customer } = await client.customers.create({
    givenName: "Ada",
    emailAddress: "ada@contoso.example",
  });
  customerId = customer?.id ?? "";
});
afterAll(() => simulator.close());

/** Sends a stored body with the SDK, which adds the token and the version. */
async function send(path: string, body: object) {
  const response = await client.fetch(simulator.baseUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const json = await response.json();
  expect(json.errors).toBeUndefined();
  return json;
}

const quantity = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map(String),
  fc.integer({ min: 1, max: 400_00 }).map((hundredths) => (hundredths / 100).toFixed(2)),
);
const line = fc.record({ quantity, unitCents: fc.integer({ min: 1, max: 500_000 }) });

/** Lines with a discount of up to the subtotal, and a schedule that divides the total. */
const content = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    discountShare: fc.double({ min: 0, max: 1, noNaN: true }),
    kinds: fc.constantFrom(
      ["balance"],
      ["deposit", "balance"],
      ["installment", "installment", "installment"],
      ["deposit", "installment", "installment"],
    ),
    shares: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 2 }),
  })
  .map(({ lines, discountShare, kinds, shares }) => {
    const subtotal = lines.reduce(
      (sum, { quantity: text, unitCents }) => sum + lineAmount(text, cents(unitCents)),
      0,
    );
    const discountCents = Math.floor(subtotal * discountShare);
    let rest = subtotal - discountCents;
    const payments = kinds.map((kind, index) => {
      const isLast = index === kinds.length - 1;
      const amountCents = isLast ? rest : Math.floor(rest * (shares[index] ?? 0));
      rest -= amountCents;
      return { kind, dueOn: addDays(TODAY, index * 30), amountCents };
    });
    const named = lines.map((one, index) => ({ ...one, name: `Line ${index}` }));
    return InvoiceDraftContent.parse({
      title: "Random",
      lines: named,
      discountCents,
      payments,
      delivery: "email",
    });
  })
  .filter((draft) => draftProblem(draft, TODAY) === null);

test("Square computes the same cents for every order and payment", async () => {
  await fc.assert(
    fc.asyncProperty(content, async (draft) => {
      const { lines, totalCents, payments } = toDraftAmounts(draft);
      expect(sumCents(payments.map(({ amountCents }) => amountCents))).toBe(totalCents);
      const ids = { draftId: crypto.randomUUID(), locationId: mainLocation(), customerId };
      const { order } = await send(
        "/v2/orders",
        buildOrderRequest({ ...ids, lines, discountCents: draft.discountCents }, `order-${ids.draftId}`),
      );
      expect(order.total_money).toEqual({ amount: totalCents, currency: "USD" });
      const { invoice } = await send(
        "/v2/invoices",
        buildInvoiceRequest({ ...ids, ...draft, payments, orderId: order.id }, `invoice-${ids.draftId}`),
      );
      const requested = invoice.payment_requests.map(
        (request: { computed_amount_money: { amount: number } }) => request.computed_amount_money.amount,
      );
      expect(requested).toEqual(payments.map(({ amountCents }) => amountCents));
    }),
    { numRuns: 100 },
  );
});

const mainLocation = () => simulator.state().merchant.main_location_id;
