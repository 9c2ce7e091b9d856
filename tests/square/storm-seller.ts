import type { SquareSimulator } from "#square-simulator/index.ts";
import { call } from "#square-simulator/test-support/a-simulator.ts";
import type { Chance } from "./chance.ts";

const DAY_MS = 86_400_000;

/**
 * What a seller and its buyers do in a storm: each act is a chance, and one that is not possible does nothing.
 * @param keptNow the customer a client has saved, which must not be merged away into a stranger.
 */
export function sellerActs(
  simulator: SquareSimulator,
  chance: Chance,
  clientEmails: readonly string[],
  keptNow: () => string,
) {
  const post = async (path: string, body: object) => {
    const answer = await call(simulator, path, { token: simulator.personalAccessToken, body });
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const invoiceIn = (...statuses: string[]) =>
    chance.oneOf(Object.values(simulator.state().invoices).filter(({ status }) => statuses.includes(status)));
  const day = (days: number) =>
    new Date(simulator.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

  /** A balance, a deposit with one, installments, or both; shares that do not divide evenly are wanted. */
  const schedule = () => {
    const first = chance.between(-25, 20);
    const deposit = {
      request_type: "DEPOSIT",
      due_date: day(first),
      percentage_requested: chance.oneOf(["25", "33.33", "12.5"]),
    };
    const balance = { request_type: "BALANCE", due_date: day(first + 30), tipping_enabled: true };
    const count = chance.between(2, 6);
    const share = (100 / count).toFixed(2);
    const last = (100 - Number(share) * (count - 1)).toFixed(2);
    const installments = Array.from({ length: count }, (_, index) => ({
      request_type: "INSTALLMENT",
      due_date: day(first + 10 * (index + 1)),
      percentage_requested: index === count - 1 ? last : share,
    }));
    return (
      chance.oneOf([[balance], [balance], [deposit, balance], installments, [deposit, ...installments]]) ?? []
    );
  };

  return {
    async bill() {
      const { locations, customers } = simulator.state();
      const location = chance.oneOf(Object.keys(locations));
      const customer = chance.oneOf(Object.keys(customers));
      const lines = Array.from({ length: chance.between(1, 3) }, (_, index) => ({
        name: `Part ${index + 1}`,
        quantity: String(chance.between(1, 3)),
        base_price_money: { amount: chance.between(1, 500_000), currency: "USD" },
      }));
      const { order } = await post("/v2/orders", {
        order: { location_id: location, customer_id: customer, line_items: lines },
      });
      const { invoice } = await post("/v2/invoices", {
        invoice: {
          order_id: order.id,
          primary_recipient: { customer_id: customer },
          payment_requests: schedule(),
          accepted_payment_methods: { card: true, bank_account: true, cash_app_pay: true },
          title: "Storm",
          ...(chance.percent(8)
            ? { scheduled_at: new Date(simulator.now().getTime() + DAY_MS).toISOString() }
            : {}),
        },
      });
      if (chance.percent(95)) simulator.publish(invoice.id);
    },
    async pay() {
      const invoice = invoiceIn("UNPAID", "PARTIALLY_PAID", "PARTIALLY_REFUNDED");
      if (!invoice) return;
      simulator.pay(invoice.id, {
        amount: chance.oneOf(["next", "all", chance.between(1, 60_000)] as const) ?? "next",
        method: chance.oneOf(["card", "card", "bank", "cash_app"] as const) ?? "card",
        ...(chance.percent(30) ? { tipCents: chance.between(1, 9_999) } : {}),
      });
    },
    async refund() {
      const payment = chance.oneOf(
        Object.values(simulator.state().payments).filter(
          (each) =>
            each.status === "COMPLETED" && (each.refunded_money?.amount ?? 0) < each.total_money.amount,
        ),
      );
      if (!payment) return;
      const left = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
      simulator.refund(payment.id, chance.percent(40) ? left : chance.between(1, left));
    },
    async cancel() {
      const invoice = invoiceIn("UNPAID", "SCHEDULED", "PARTIALLY_PAID", "DRAFT", "PAID");
      if (invoice) simulator.cancel(invoice.id);
    },
    async stop() {
      const invoice = invoiceIn("UNPAID");
      if (invoice) simulator.fail(invoice.id);
    },
    async chargeFailed() {
      const invoice = invoiceIn("UNPAID");
      if (invoice) simulator.chargeFailed(invoice.id);
    },
    async returnTransfer() {
      const payment = chance.oneOf(Object.keys(simulator.state().bankSettlements));
      if (payment) simulator.returnTransfer(payment);
    },
    async settleDraft() {
      const draft = invoiceIn("DRAFT");
      if (!draft) return;
      if (chance.percent(50)) simulator.publish(draft.id);
      else {
        const path = `/v2/invoices/${encodeURIComponent(draft.id)}`;
        await call(simulator, path, { token: simulator.personalAccessToken, method: "DELETE" });
      }
    },
    async meetCustomer() {
      const email = chance.percent(50)
        ? chance.oneOf(clientEmails)
        : `stranger-${chance.between(1, 1e9)}@example.com`;
      await post("/v2/customers", { given_name: "Storm", family_name: "Customer", email_address: email });
    },
    /** Merges what a seller would: doubles of one person, and strangers into somebody. */
    async merge() {
      const { customers } = simulator.state();
      const first = chance.oneOf(Object.values(customers));
      const kept = keptNow();
      const second = chance.oneOf(
        Object.values(customers).filter(
          ({ id, email_address: email }) =>
            id !== first?.id &&
            (email === first?.email_address || !(id === kept || clientEmails.includes(email ?? ""))),
        ),
      );
      if (first && second && Object.keys(customers).length > 6) simulator.merge([first.id, second.id]);
    },
    async changeCustomer() {
      const customer = chance.oneOf(Object.keys(simulator.state().customers));
      if (customer)
        simulator.updateCustomer(customer, { phone_number: `+1 212 555 ${chance.between(1000, 9999)}` });
    },
  };
}
