/**
 * Computes the expected invoices from a seller's event journal, independently of the product. Imports nothing, so it can't share a bug with the product. A test verifies this. Sums payments and refunds from their own
 * events and ignores the completed amounts on Square's invoices.
 */

/** An invoice as the portal must show it. Amounts in whole cents, dates YYYY-MM-DD. */
export type ExpectedInvoice = {
  number: string;
  squareStatus: string;
  status: "paid" | "pending" | "overdue" | "cancelled";
  amount: number;
  /** Amount paid. */
  paid: number;
  /** The amount still owed; 0 unless pending or overdue, and before Square sends a scheduled invoice. */
  due: number;
  tips: number;
  nextAmount: number | null;
  nextDueDate: string | null;
  dueDate: string;
  paidDate: string | null;
  /** Completed refunds, without the part that refunds tips. */
  refunded: number;
  /** Pending refunds, without the part that refunds tips. */
  pendingRefund: number;
  /** Payments that are not completed, without tips. */
  processing: number;
  /** Payments and refunds by Square's id. */
  payments: Map<string, ExpectedPayment>;
  customerId: string;
  /** Email addresses of the current customer and the invoice's recipient. */
  emails: string[];
};

/** A stored payment or refund. `total` is in cents and includes the tip. */
export type ExpectedPayment = {
  kind: "payment" | "refund";
  status: "pending" | "completed" | "failed" | "cancelled";
  total: number;
  /** Null until Square has charged or returned a fee. */
  fee: number | null;
};

type Money = { amount: number };
type InvoicePayload = {
  id: string;
  version: number;
  order_id: string;
  status: string;
  timezone: string;
  invoice_number: string;
  primary_recipient: { customer_id: string; email_address?: string };
  payment_requests: { due_date: string; computed_amount_money: Money }[];
};
type PaymentPayload = {
  id: string;
  order_id: string;
  status: string;
  created_at: string;
  amount_money: Money;
  tip_money?: Money;
  processing_fee?: { amount_money: Money }[];
};
type RefundPayload = {
  id: string;
  payment_id: string;
  status: string;
  amount_money: Money;
  processing_fee?: { amount_money: Money }[];
};
type CustomerPayload = { id: string; email_address?: string };
type EventPayload = {
  type: string;
  data: {
    id: string;
    object?: {
      invoice?: InvoicePayload;
      payment?: PaymentPayload;
      refund?: RefundPayload;
      customer?: CustomerPayload;
    };
  };
};

/** Returns the published invoices expected at `now`, keyed by Square's invoice id. */
export function expectedInvoices(
  journal: readonly { body: string }[],
  now: Date,
): Map<string, ExpectedInvoice> {
  const invoices = new Map<string, InvoicePayload>();
  const payments = new Map<string, PaymentPayload>();
  const refunds = new Map<string, RefundPayload>();
  const customers = new Map<string, CustomerPayload>();
  for (const { body } of journal) {
    const { type, data }: EventPayload = JSON.parse(body);
    const { invoice, payment, refund, customer } = data.object ?? {};
    if (type === "invoice.deleted") {
      invoices.delete(data.id);
    }
    if (invoice && invoice.version >= (invoices.get(invoice.id)?.version ?? 0)) {
      invoices.set(invoice.id, invoice);
    }
    if (payment) {
      payments.set(payment.id, payment);
    }
    if (refund) {
      refunds.set(refund.id, refund);
    }
    if (customer && type !== "customer.deleted") {
      customers.set(customer.id, customer);
    }
  }
  const expected = new Map<string, ExpectedInvoice>();
  for (const invoice of invoices.values()) {
    if (invoice.status === "DRAFT") {
      continue;
    }
    const invoicePayments = [...payments.values()].filter(({ order_id }) => order_id === invoice.order_id);
    const invoiceRefunds = [...refunds.values()].filter(({ payment_id }) =>
      invoicePayments.some(({ id }) => id === payment_id),
    );
    const customer = customers.get(invoice.primary_recipient.customer_id);
    expected.set(invoice.id, expectedInvoice(invoice, invoicePayments, invoiceRefunds, customer, now));
  }
  return expected;
}

function sumByPayment(refunds: readonly RefundPayload[], ...statuses: string[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { status, payment_id, amount_money } of refunds) {
    if (statuses.includes(status)) {
      sums.set(payment_id, (sums.get(payment_id) ?? 0) + amount_money.amount);
    }
  }
  return sums;
}

const PAYMENT_STATUSES: Record<string, ExpectedPayment["status"]> = {
  APPROVED: "pending",
  PENDING: "pending",
  COMPLETED: "completed",
  CANCELED: "cancelled",
  FAILED: "failed",
  REJECTED: "failed",
};

function expectedPayments(
  payments: readonly PaymentPayload[],
  refunds: readonly RefundPayload[],
): Map<string, ExpectedPayment> {
  const sumFees = (fees: readonly { amount_money: Money }[] | undefined) =>
    fees ? fees.reduce((sum, { amount_money }) => sum + amount_money.amount, 0) : null;
  const toExpected = (
    kind: ExpectedPayment["kind"],
    { status, amount_money, processing_fee }: PaymentPayload | RefundPayload,
    tip = 0,
  ): ExpectedPayment => ({
    kind,
    status: PAYMENT_STATUSES[status] ?? "pending",
    total: amount_money.amount + tip,
    fee: sumFees(processing_fee),
  });
  return new Map([
    ...payments.map(
      (payment) => [payment.id, toExpected("payment", payment, payment.tip_money?.amount)] as const,
    ),
    ...refunds.map((refund) => [refund.id, toExpected("refund", refund)] as const),
  ]);
}

/** Follows merges from a customer id to the current one; returns the id itself if it was never merged. */
export function resolveMergedCustomer(journal: readonly { body: string }[], id: string): string {
  let current = id;
  for (const { body } of journal) {
    const merge = (JSON.parse(body) as MergeEventPayload).data.object?.event_context?.merge;
    if (merge?.from_customer_ids.includes(current)) {
      current = merge.to_customer_id;
    }
  }
  return current;
}

type MergeEventPayload = {
  data: {
    object?: { event_context?: { merge?: { from_customer_ids: string[]; to_customer_id: string } } };
  };
};

const CLOSED_STATUSES = ["REFUNDED", "CANCELED", "FAILED"];
const NOT_DUE_STATUSES = ["SCHEDULED", "PAYMENT_PENDING"];

function expectedInvoice(
  invoice: InvoicePayload,
  payments: PaymentPayload[],
  refunds: RefundPayload[],
  customer: CustomerPayload | undefined,
  now: Date,
): ExpectedInvoice {
  const refundedByPayment = sumByPayment(refunds, "COMPLETED");
  const startedByPayment = sumByPayment(refunds, "COMPLETED", "PENDING");
  let amount = 0;
  for (const request of invoice.payment_requests) {
    amount += request.computed_amount_money.amount;
  }
  let paymentsTotal = 0;
  let net = 0;
  let started = 0;
  let processing = 0;
  let tips = 0;
  let newest = "";
  for (const payment of payments) {
    const paymentAmount = payment.amount_money.amount;
    if (payment.status === "PENDING" || payment.status === "APPROVED") {
      processing += paymentAmount;
    }
    if (payment.status !== "COMPLETED") {
      continue;
    }
    paymentsTotal += paymentAmount;
    // The part of a refund that exceeds the payment's invoice share is a tip refund.
    net += paymentAmount - Math.min(paymentAmount, refundedByPayment.get(payment.id) ?? 0);
    started += Math.min(paymentAmount, startedByPayment.get(payment.id) ?? 0);
    tips += payment.tip_money?.amount ?? 0;
    if (payment.created_at > newest) {
      newest = payment.created_at;
    }
  }
  const unpaid = unpaidRequests(invoice, paymentsTotal);
  const today = dateInZone(invoice.timezone, now);
  const overdue = unpaid.filter((request) => request.dueDate < today);
  const isClosed = CLOSED_STATUSES.includes(invoice.status);
  const isPaid =
    invoice.status === "PAID" || (invoice.status === "PARTIALLY_REFUNDED" && unpaid.length === 0);
  const isOpen = !isClosed && !isPaid;
  const isNotDue = NOT_DUE_STATUSES.includes(invoice.status);
  const requested =
    isOpen && !isNotDue
      ? [...overdue, ...unpaid.filter((request) => request.dueDate >= today).slice(0, 1)]
      : [];
  let status: ExpectedInvoice["status"] = overdue.length > 0 && !isNotDue ? "overdue" : "pending";
  if (isPaid) {
    status = "paid";
  }
  if (isClosed) {
    status = "cancelled";
  }
  const emails = [customer?.email_address, invoice.primary_recipient.email_address];
  return {
    number: invoice.invoice_number,
    squareStatus: invoice.status,
    status,
    amount,
    // Square does not request refunded amounts of an open invoice again, so all payments are included.
    paid: isOpen ? paymentsTotal : net,
    due: isOpen && invoice.status !== "SCHEDULED" ? amount - paymentsTotal : 0,
    tips,
    nextAmount: requested.length === 0 ? null : requested.reduce((sum, request) => sum + request.cents, 0),
    nextDueDate:
      requested.length === 0 ? null : (requested.map((request) => request.dueDate).sort()[0] ?? null),
    dueDate: invoice.payment_requests.at(-1)?.due_date ?? "",
    paidDate: isPaid ? dateInZone(invoice.timezone, new Date(newest)) : null,
    refunded: paymentsTotal - net,
    pendingRefund: started - (paymentsTotal - net),
    processing,
    payments: expectedPayments(payments, refunds),
    customerId: invoice.primary_recipient.customer_id,
    emails: emails.filter((email) => email !== undefined).map((email) => email.toLowerCase()),
  };
}

/** Returns the unpaid amount of each payment request. Payments are applied in order. */
function unpaidRequests(invoice: InvoicePayload, gross: number): { dueDate: string; cents: number }[] {
  let remaining = gross;
  const unpaid: { dueDate: string; cents: number }[] = [];
  for (const { due_date, computed_amount_money } of invoice.payment_requests) {
    const appliedAmount = Math.min(remaining, computed_amount_money.amount);
    remaining -= appliedAmount;
    if (appliedAmount < computed_amount_money.amount) {
      unpaid.push({ dueDate: due_date, cents: computed_amount_money.amount - appliedAmount });
    }
  }
  return unpaid;
}

function dateInZone(timeZone: string, instant: Date): string {
  const [month, day, year] = new Intl.DateTimeFormat("en-US", {
    timeZone: timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  })
    .format(instant)
    .split("/");
  return `${year}-${month}-${day}`;
}
