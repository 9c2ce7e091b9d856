/**
 * What a seller's journal adds up to, by arithmetic of its own. It imports nothing: a mistake of the product's rules
 * must not be able to hide here (a test holds this file to it). Payments and refunds are summed from their own events;
 * the completed amounts Square shows on an invoice are not looked at.
 */

/** One invoice as the portal must show it. Whole cents; days are YYYY-MM-DD. */
export type ExpectedInvoice = {
  number: string;
  squareStatus: string;
  status: "paid" | "pending" | "overdue" | "cancelled";
  amount: number;
  /** What counts as paid of it. */
  paid: number;
  /** What Square still asks for; nothing unless pending or overdue. */
  due: number;
  tips: number;
  nextAmount: number | null;
  nextDueDate: string | null;
  dueDate: string;
  paidDate: string | null;
  customerId: string;
  /** The recipient's address at the time of writing, and that of the customer now. */
  emails: string[];
};

type Money = { amount: number };
type WrittenInvoice = {
  id: string;
  version: number;
  order_id: string;
  status: string;
  timezone: string;
  invoice_number: string;
  primary_recipient: { customer_id: string; email_address?: string };
  payment_requests: { due_date: string; computed_amount_money: Money }[];
};
type WrittenPayment = {
  id: string;
  order_id: string;
  status: string;
  created_at: string;
  amount_money: Money;
  tip_money?: Money;
};
type WrittenRefund = { id: string; payment_id: string; status: string; amount_money: Money };
type WrittenCustomer = { id: string; email_address?: string };
type Written = {
  type: string;
  data: {
    id: string;
    object?: {
      invoice?: WrittenInvoice;
      payment?: WrittenPayment;
      refund?: WrittenRefund;
      customer?: WrittenCustomer;
    };
  };
};

/** Every published invoice of the journal, by Square's id, as it must stand at `now`. */
export function expectedInvoices(
  journal: readonly { body: string }[],
  now: Date,
): Map<string, ExpectedInvoice> {
  const invoices = new Map<string, WrittenInvoice>();
  const payments = new Map<string, WrittenPayment>();
  const refunds = new Map<string, WrittenRefund>();
  const customers = new Map<string, WrittenCustomer>();
  for (const { body } of journal) {
    const { type, data }: Written = JSON.parse(body);
    const { invoice, payment, refund, customer } = data.object ?? {};
    if (type === "invoice.deleted") invoices.delete(data.id);
    if (invoice && invoice.version >= (invoices.get(invoice.id)?.version ?? 0))
      invoices.set(invoice.id, invoice);
    if (payment) payments.set(payment.id, payment);
    if (refund) refunds.set(refund.id, refund);
    if (customer && type !== "customer.deleted") customers.set(customer.id, customer);
  }
  const expected = new Map<string, ExpectedInvoice>();
  for (const invoice of invoices.values()) {
    if (invoice.status === "DRAFT") continue;
    const received = [...payments.values()].filter(
      (payment) => payment.order_id === invoice.order_id && payment.status === "COMPLETED",
    );
    const givenBack = new Map<string, number>();
    for (const { status, payment_id, amount_money } of refunds.values())
      if (status === "COMPLETED")
        givenBack.set(payment_id, (givenBack.get(payment_id) ?? 0) + amount_money.amount);
    const customer = customers.get(invoice.primary_recipient.customer_id);
    expected.set(invoice.id, expectedInvoice(invoice, received, givenBack, customer, now));
  }
  return expected;
}

/** The customer that an id has become by merging; itself when it was never merged. */
export function customerNow(journal: readonly { body: string }[], id: string): string {
  let now = id;
  for (const { body } of journal) {
    const merge = (JSON.parse(body) as Merged).data.object?.event_context?.merge;
    if (merge?.from_customer_ids.includes(now)) now = merge.to_customer_id;
  }
  return now;
}

type Merged = {
  data: {
    object?: { event_context?: { merge?: { from_customer_ids: string[]; to_customer_id: string } } };
  };
};

const ENDED = ["REFUNDED", "CANCELED", "FAILED"];
const WAITING = ["SCHEDULED", "PAYMENT_PENDING"];

function expectedInvoice(
  invoice: WrittenInvoice,
  received: WrittenPayment[],
  givenBack: Map<string, number>,
  customer: WrittenCustomer | undefined,
  now: Date,
): ExpectedInvoice {
  let amount = 0;
  for (const request of invoice.payment_requests) amount += request.computed_amount_money.amount;
  let gross = 0;
  let net = 0;
  let tips = 0;
  let newest = "";
  for (const payment of received) {
    const share = payment.amount_money.amount;
    gross += share;
    // What goes back beyond the payment's share of the invoice was its tip.
    net += share - Math.min(share, givenBack.get(payment.id) ?? 0);
    tips += payment.tip_money?.amount ?? 0;
    if (payment.created_at > newest) newest = payment.created_at;
  }
  const open = openRequests(invoice, gross);
  const today = dayIn(invoice.timezone, now);
  const late = open.filter((request) => request.dueDate < today);
  const isEnded = ENDED.includes(invoice.status);
  const isPaid = invoice.status === "PAID" || (invoice.status === "PARTIALLY_REFUNDED" && open.length === 0);
  const isOpen = !isEnded && !isPaid;
  const isWaiting = WAITING.includes(invoice.status);
  const asked =
    isOpen && !isWaiting ? [...late, ...open.filter((request) => request.dueDate >= today).slice(0, 1)] : [];
  let status: ExpectedInvoice["status"] = late.length > 0 && !isWaiting ? "overdue" : "pending";
  if (isPaid) status = "paid";
  if (isEnded) status = "cancelled";
  const addresses = [customer?.email_address, invoice.primary_recipient.email_address];
  return {
    number: invoice.invoice_number,
    squareStatus: invoice.status,
    status,
    amount,
    // Square does not ask again for what it gave back: of an open invoice everything received counts.
    paid: isOpen ? gross : net,
    due: isOpen ? amount - gross : 0,
    tips,
    nextAmount: asked.length === 0 ? null : asked.reduce((sum, request) => sum + request.cents, 0),
    nextDueDate: asked.length === 0 ? null : (asked.map((request) => request.dueDate).sort()[0] ?? null),
    dueDate: invoice.payment_requests.at(-1)?.due_date ?? "",
    paidDate: isPaid ? dayIn(invoice.timezone, new Date(newest)) : null,
    customerId: invoice.primary_recipient.customer_id,
    emails: addresses.filter((address) => address !== undefined).map((address) => address.toLowerCase()),
  };
}

/** What is left of each request when money is laid on them one after the other. */
function openRequests(invoice: WrittenInvoice, gross: number): { dueDate: string; cents: number }[] {
  let left = gross;
  const open: { dueDate: string; cents: number }[] = [];
  for (const { due_date, computed_amount_money } of invoice.payment_requests) {
    const laid = Math.min(left, computed_amount_money.amount);
    left -= laid;
    if (laid < computed_amount_money.amount)
      open.push({ dueDate: due_date, cents: computed_amount_money.amount - laid });
  }
  return open;
}

function dayIn(zone: string, instant: Date): string {
  const [month, day, year] = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  })
    .format(instant)
    .split("/");
  return `${year}-${month}-${day}`;
}
