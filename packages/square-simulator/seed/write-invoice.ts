import { cancelInvoice, failInvoice, publishInvoice } from "../actions/change-invoice.ts";
import { draftInvoice } from "../actions/draft-invoice.ts";
import { openOrder } from "../actions/open-order.ts";
import type { PayMethod } from "../actions/pay-instruction.ts";
import { payInvoice } from "../actions/pay-invoice.ts";
import { refundPayment } from "../actions/refund-payment.ts";
import { addDays, dateIn, daysBefore } from "../rules/dates.ts";
import type { State } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Payment } from "../wire/payment.ts";
import type { Customer, Location } from "../wire/seller.ts";
import type { ScheduleKind } from "./schedules.ts";
import { requestsFor } from "./schedules.ts";
import type { Engagement } from "./titles.ts";

export type InvoiceStory = {
  location: Location;
  customer: Customer;
  engagement: Engagement;
  createdDaysAgo: number;
  /** Days from today to the first due date; negative is past. */
  firstDueIn: number;
  schedule: ScheduleKind;
  payments?: { amount: number | "next" | "all"; daysAgo: number; method?: PayMethod; tipCents?: number }[];
  refund?: { cents: number | "all"; daysAgo: number };
  end?: "draft" | "scheduled" | "canceled" | "failed";
  id?: string;
  invoiceNumber?: string;
  description?: string;
  subscriptionId?: string;
};

export type SeedSetting = { state: State; now: Date; payPage: string; receiptBase: string; checkout: string };

/** Tells one invoice's story from its draft to its end, each step at its own time. */
export function writeInvoice(setting: SeedSetting, story: InvoiceStory): Invoice {
  const { state, now } = setting;
  const at = (daysAgo: number, hour?: number): Change => ({
    state,
    at: daysBefore(now, daysAgo, hour),
    emit: () => "history is told to nobody",
  });
  const invoice = draft(setting, story, at(story.createdDaysAgo, 14));
  if (story.end === "draft") return invoice;
  const published = story.end === "scheduled" ? now : daysBefore(now, story.createdDaysAgo, 15);
  publishInvoice({ ...at(0), at: published }, invoice, setting.payPage);
  let payment: Payment | undefined;
  for (const step of story.payments ?? []) {
    const outcome = payInvoice(at(step.daysAgo, 17), invoice, {
      amount: step.amount,
      method: step.method ?? "card",
      tipCents: step.tipCents ?? 0,
      receiptBase: setting.receiptBase,
      orderUpdatedEvents: false,
      bankTransferDays: 3,
    });
    if (!outcome.ok) throw new Error(`Seeding ${invoice.invoice_number}: ${outcome.problem}`);
    payment = outcome.payment;
  }
  if (story.refund && payment) {
    const cents = story.refund.cents === "all" ? payment.amount_money.amount : story.refund.cents;
    const outcome = refundPayment(at(story.refund.daysAgo, 18), payment, cents, "Scope reduced");
    if (!outcome.ok) throw new Error(`Seeding ${invoice.invoice_number}: ${outcome.problem}`);
  }
  if (story.end === "canceled") cancelInvoice(at(Math.max(0, story.createdDaysAgo - 2)), invoice);
  if (story.end === "failed") failInvoice(at(Math.max(0, story.createdDaysAgo - 1)), invoice);
  return invoice;
}

function draft({ state, now }: SeedSetting, story: InvoiceStory, change: Change): Invoice {
  const { location, customer, engagement } = story;
  const order = openOrder(change, {
    locationId: location.id,
    customerId: customer.id,
    lines: linesOf(engagement),
  });
  const today = dateIn(location.timezone, now);
  const sendsIn = Math.max(1, Math.min(3, story.firstDueIn - 1));
  const outcome = draftInvoice(change, {
    order,
    customer,
    requests: requestsFor(state, story.schedule, addDays(today, story.firstDueIn)),
    timezone: location.timezone,
    title: engagement.title,
    description: story.description ?? "We appreciate your business!",
    acceptedPaymentMethods: { card: true, bank_account: true, cash_app_pay: true },
    serviceDate: dateIn(location.timezone, change.at),
    ...(story.end === "scheduled" ? { scheduledAt: `${addDays(today, sendsIn)}T14:00:00.000Z` } : {}),
    invoiceNumber: story.invoiceNumber,
    subscriptionId: story.subscriptionId,
    id: story.id,
  });
  if (!outcome.ok) throw new Error(`Seeding "${engagement.title}": ${outcome.problem}`);
  return outcome.invoice;
}

/** The first line takes what dividing left over. */
function linesOf({ lines, cents }: Engagement): { name: string; unitCents: number }[] {
  const share = Math.floor(cents / lines.length);
  return lines.map((name, index) => ({
    name,
    unitCents: index === 0 ? cents - share * (lines.length - 1) : share,
  }));
}
