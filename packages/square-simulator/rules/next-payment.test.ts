import { expect, test } from "vitest";
import type { Invoice, PaymentRequest } from "../wire/invoice.ts";
import { addMonths, dateIn } from "./dates.ts";
import { nextPaymentAmount, serializeInvoice } from "./next-payment.ts";

const money = (amount: number) => ({ amount, currency: "USD" });

function createInvoice(requests: [due: string, computed: number, completed: number][]): Invoice {
  const payment_requests = requests.map(
    ([due_date, computed, completed]): PaymentRequest => ({
      uid: due_date,
      request_type: "INSTALLMENT",
      due_date,
      tipping_enabled: false,
      automatic_payment_source: "NONE",
      computed_amount_money: money(computed),
      total_completed_amount_money: money(completed),
    }),
  );
  return {
    id: "inv:0-test",
    version: 1,
    location_id: "L1",
    order_id: "O1",
    primary_recipient: { customer_id: "C1" },
    payment_requests,
    delivery_method: "EMAIL",
    invoice_number: "0000001",
    status: "UNPAID",
    timezone: "America/Los_Angeles",
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
    accepted_payment_methods: {
      card: true,
      square_gift_card: false,
      bank_account: false,
      buy_now_pay_later: false,
      cash_app_pay: false,
    },
    store_payment_method_enabled: false,
  };
}

test("the next payment covers all overdue requests and the next upcoming one", () => {
  const invoice = createInvoice([
    ["2026-09-01", 100, 100],
    ["2026-10-01", 100, 40],
    ["2026-11-01", 100, 0],
    ["2026-12-01", 100, 0],
    ["2027-01-01", 100, 0],
  ]);
  expect(nextPaymentAmount(invoice, "2026-11-21")).toEqual(money(60 + 100 + 100));
  expect(nextPaymentAmount(invoice, "2026-11-01")).toEqual(money(60 + 100));
  expect(nextPaymentAmount(invoice, "2027-02-01")).toEqual(money(360));
});

test("omits the next payment when everything is paid", () => {
  const invoice = createInvoice([["2026-09-01", 100, 100]]);
  expect(nextPaymentAmount(invoice, "2026-11-21")).toBeNull();
  expect("next_payment_amount_money" in serializeInvoice(invoice, new Date("2026-11-21T12:00:00Z"))).toBe(
    false,
  );
});

test("a request becomes overdue at midnight in the invoice's time zone", () => {
  expect(dateIn("America/Los_Angeles", new Date("2021-03-10T07:59:59Z"))).toBe("2021-03-09");
  expect(dateIn("America/Los_Angeles", new Date("2021-03-10T08:00:00Z"))).toBe("2021-03-10");
});

test("adding a month to the 31st uses the last day of a shorter month and then returns to the 31st", () => {
  expect(addMonths("2027-01-31", 1, 31)).toBe("2027-02-28");
  expect(addMonths("2027-02-28", 1, 31)).toBe("2027-03-31");
});
