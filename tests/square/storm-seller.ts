import type { SquareSimulator } from "@wardline/square-simulator";
import { callApi } from "@wardline/square-simulator/test-support/test-simulator";
import type { Random } from "./random.ts";

const DAY_MS = 86_400_000;

/**
 * Creates random actions of a seller and its customers. An impossible action does nothing.
 * @param getSavedCustomerId returns the customer saved on a client, which must not be merged into an unknown one
 */
export function createSellerActions(
  simulator: SquareSimulator,
  random: Random,
  clientEmails: readonly string[],
  getSavedCustomerId: () => string,
) {
  const post = async (path: string, body: object) => {
    const response = await callApi(simulator, path, { token: simulator.personalAccessToken, body });
    if (response.status !== 200) {
      throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    }
    return response.body;
  };
  const pickInvoice = (...statuses: string[]) =>
    random.pick(Object.values(simulator.state().invoices).filter(({ status }) => statuses.includes(status)));
  const pickPendingRefund = () =>
    random.pick(Object.values(simulator.state().refunds).filter(({ status }) => status === "PENDING"));
  const dateIn = (days: number) =>
    new Date(simulator.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

  /** Returns a balance, a deposit with a balance, installments, or both, including amounts that do not divide evenly. */
  const createSchedule = () => {
    const first = random.between(-25, 20);
    const deposit = {
      request_type: "DEPOSIT",
      due_date: dateIn(first),
      percentage_requested: random.pick(["25", "33.33", "12.5"]),
    };
    const balance = { request_type: "BALANCE", due_date: dateIn(first + 30), tipping_enabled: true };
    const count = random.between(2, 6);
    const percentage = (100 / count).toFixed(2);
    const last = (100 - Number(percentage) * (count - 1)).toFixed(2);
    const installments = Array.from({ length: count }, (_, index) => ({
      request_type: "INSTALLMENT",
      due_date: dateIn(first + 10 * (index + 1)),
      percentage_requested: index === count - 1 ? last : percentage,
    }));
    return (
      random.pick([[balance], [balance], [deposit, balance], installments, [deposit, ...installments]]) ?? []
    );
  };

  return {
    async createInvoice() {
      const { locations, customers } = simulator.state();
      const location = random.pick(Object.keys(locations));
      const customer = random.pick(Object.keys(customers));
      const lines = Array.from({ length: random.between(1, 3) }, (_, index) => ({
        name: `Part ${index + 1}`,
        quantity: String(random.between(1, 3)),
        base_price_money: { amount: random.between(1, 500_000), currency: "USD" },
      }));
      const { order } = await post("/v2/orders", {
        order: { location_id: location, customer_id: customer, line_items: lines },
      });
      const { invoice } = await post("/v2/invoices", {
        invoice: {
          order_id: order.id,
          primary_recipient: { customer_id: customer },
          payment_requests: createSchedule(),
          accepted_payment_methods: { card: true, bank_account: true, cash_app_pay: true },
          title: "Storm",
          ...(random.chance(8)
            ? { scheduled_at: new Date(simulator.now().getTime() + DAY_MS).toISOString() }
            : {}),
        },
      });
      if (random.chance(95)) {
        simulator.publish(invoice.id);
      }
    },
    async pay() {
      const invoice = pickInvoice("UNPAID", "PARTIALLY_PAID", "PARTIALLY_REFUNDED");
      if (!invoice) {
        return;
      }
      simulator.pay(invoice.id, {
        amount: random.pick(["next", "all", random.between(1, 60_000)] as const) ?? "next",
        method: random.pick(["card", "card", "bank", "cash_app"] as const) ?? "card",
        ...(random.chance(30) ? { tipCents: random.between(1, 9_999) } : {}),
      });
    },
    async refund() {
      const payment = random.pick(
        Object.values(simulator.state().payments).filter(
          (payment) =>
            payment.status === "COMPLETED" &&
            (payment.refunded_money?.amount ?? 0) < payment.total_money.amount,
        ),
      );
      if (!payment) {
        return;
      }
      const remaining = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
      simulator.refund(payment.id, random.chance(40) ? remaining : random.between(1, remaining), {
        isPending: random.chance(60),
      });
    },
    async completeRefund() {
      const refund = pickPendingRefund();
      if (refund) {
        simulator.completeRefund(refund.id);
      }
    },
    async failRefund() {
      const refund = pickPendingRefund();
      if (refund) {
        simulator.failRefund(refund.id, random.pick(["FAILED", "REJECTED"] as const) ?? "FAILED");
      }
    },
    async cancel() {
      const invoice = pickInvoice("UNPAID", "SCHEDULED", "PARTIALLY_PAID", "DRAFT", "PAID");
      if (invoice) {
        simulator.cancel(invoice.id);
      }
    },
    async failInvoice() {
      const invoice = pickInvoice("UNPAID");
      if (invoice) {
        simulator.fail(invoice.id);
      }
    },
    async chargeFailed() {
      const invoice = pickInvoice("UNPAID");
      if (invoice) {
        simulator.failCharge(invoice.id);
      }
    },
    async returnTransfer() {
      const payment = random.pick(Object.keys(simulator.state().bankSettlements));
      if (payment) {
        simulator.returnTransfer(payment);
      }
    },
    async publishOrDeleteDraft() {
      const draft = pickInvoice("DRAFT");
      if (!draft) {
        return;
      }
      if (random.chance(50)) {
        simulator.publish(draft.id);
      } else {
        const path = `/v2/invoices/${encodeURIComponent(draft.id)}`;
        await callApi(simulator, path, { token: simulator.personalAccessToken, method: "DELETE" });
      }
    },
    async createCustomer() {
      const email = random.chance(50)
        ? random.pick(clientEmails)
        : `unknown-${random.between(1, 1e9)}@example.com`;
      await post("/v2/customers", { given_name: "Storm", family_name: "Customer", email_address: email });
    },
    /** Merges duplicate customers, and unknown customers into others. */
    async mergeCustomers() {
      const { customers } = simulator.state();
      const first = random.pick(Object.values(customers));
      const savedCustomerId = getSavedCustomerId();
      const mergeTarget = random.pick(
        Object.values(customers).filter(
          ({ id, email_address: email }) =>
            id !== first?.id &&
            (email === first?.email_address ||
              !(id === savedCustomerId || clientEmails.includes(email ?? ""))),
        ),
      );
      if (first && mergeTarget && Object.keys(customers).length > 6) {
        simulator.mergeCustomers([first.id, mergeTarget.id]);
      }
    },
    async changeCustomer() {
      const customer = random.pick(Object.keys(simulator.state().customers));
      if (customer) {
        simulator.updateCustomer(customer, { phone_number: `+1 212 555 ${random.between(1000, 9999)}` });
      }
    },
  };
}
