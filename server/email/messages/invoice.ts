import type { Brand } from "#brand";
import { formatDate } from "#domain/calendar-date.ts";
import { formatDollars } from "#domain/money.ts";

/** An invoice as its mails tell it: cents, and the day on which the next payment is or was due. */
export type ToldInvoice = {
  number: string;
  description: string;
  amountCents: number;
  leftCents: number;
  due: string | null;
};

type Firm = Pick<Brand, "name" | "contactEmail">;
type Message = { subject: string; text: string };

/** To the client: an invoice that can be paid in the portal. */
export function newInvoice(invoice: ToldInvoice, portalUrl: string, brand: Firm): Message {
  return {
    subject: `New ${nameOf(invoice)} from ${brand.name}`,
    text: [
      "There is a new invoice for you in your portal.",
      factsOf(invoice),
      `See and pay it:\n${portalUrl}`,
      `Questions? Write to ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

/** To the client: the day has passed, and not everything is paid. */
export function overdueInvoice(invoice: ToldInvoice, portalUrl: string, brand: Firm): Message {
  return {
    subject: `Your ${nameOf(invoice)} from ${brand.name} is overdue`,
    text: [
      invoice.due
        ? `A payment of your invoice was due on ${formatDate(invoice.due)} and has not reached us.`
        : "A payment of your invoice was due and has not reached us.",
      factsOf(invoice),
      `See and pay it:\n${portalUrl}`,
      `If you have paid meanwhile, there is nothing to do. Questions? Write to ${brand.contactEmail}.`,
      brand.name,
    ].join("\n\n"),
  };
}

function nameOf({ number }: ToldInvoice): string {
  return number ? `invoice #${number}` : "invoice";
}

function factsOf({ number, description, amountCents, leftCents, due }: ToldInvoice): string {
  return [
    ...(number ? [`Invoice: #${number}`] : []),
    ...(description ? [`For: ${description.replaceAll(/\s+/g, " ").trim().slice(0, 200)}`] : []),
    `Amount: ${formatDollars(amountCents)}`,
    ...(leftCents === amountCents ? [] : [`Left to pay: ${formatDollars(leftCents)}`]),
    ...(due ? [`Due: ${formatDate(due)}`] : []),
  ].join("\n");
}
