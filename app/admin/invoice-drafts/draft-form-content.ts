import type * as z from "zod/mini";
import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import { isQuantity, lineAmount } from "#domain/invoices/drafts/draft-amounts.ts";
import type { InvoiceDraftContent } from "#domain/invoices/drafts/draft-form.ts";
import type { DraftPaymentKind } from "#domain/invoices/drafts/invoice-draft.ts";
import {
  createProposalInvoice,
  DEFAULT_DUE_DAYS,
  monthlyDueDate,
} from "#domain/invoices/drafts/proposal-invoice.ts";
import { type Cents, cents } from "#domain/money/money.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";

type ContentInput = z.input<typeof InvoiceDraftContent>;

/** The content of an invoice while it is edited. A number that is missing or invalid is NaN. */
export type FormContent = Omit<Required<ContentInput>, "lines"> & { lines: FormLine[] };
export type FormLine = Required<ContentInput["lines"][number]> & { id: string };
export type FormPayment = { kind: DraftPaymentKind; dueOn: string; amountCents: number };

/** How an invoice is paid. */
export type PaymentSplit = "balance" | "deposit" | "installments";

export function createLine(): FormLine {
  return { id: crypto.randomUUID(), name: "", note: "", quantity: "1", unitCents: Number.NaN };
}

export function createContent(today: CalendarDate): FormContent {
  return {
    ...{ title: "", message: "", lines: [createLine()], discountCents: 0 },
    payments: [{ kind: "balance", dueOn: addDays(today, DEFAULT_DUE_DAYS), amountCents: 0 }],
    ...{ delivery: "email", reminderDays: [], acceptsBankTransfers: true },
  };
}

export type AcceptedProposal = {
  number: number;
  content: ProposalContent;
  selectedIds: ReadonlySet<string>;
  acceptedOn: CalendarDate;
};

/** The invoice for a whole accepted proposal. */
export function createProposalContent(
  { number, content, ...acceptance }: AcceptedProposal,
  today: CalendarDate,
): FormContent {
  const empty = createContent(today);
  const { lines, discountCents, payments } = createProposalInvoice(content, acceptance, today);
  return {
    ...empty,
    title: content.title,
    message: `As agreed in proposal ${getProposalReference(number)}.`,
    lines: lines.map((line) => ({ ...createLine(), ...line })),
    discountCents,
    payments: payments.length > 0 ? payments : empty.payments,
  };
}

/** The amount of a line. 0 while its quantity or price is invalid. */
export function formLineAmount({ quantity, unitCents }: FormLine): Cents {
  const isValid = isQuantity(quantity.trim()) && Number.isSafeInteger(unitCents) && unitCents >= 0;
  return isValid ? lineAmount(quantity.trim(), cents(unitCents)) : cents(0);
}

/** The total in cents while the user types. Negative if the discount is larger than the lines. */
export function formTotal({ lines, discountCents }: Pick<FormContent, "lines" | "discountCents">): number {
  const subtotal = lines.reduce<number>((sum, line) => sum + formLineAmount(line), 0);
  return subtotal - (Number.isNaN(discountCents) ? 0 : discountCents);
}

/** The payments with the amount of the last one, which is the rest of the total. */
export function withRest(payments: readonly FormPayment[], total: number): FormPayment[] {
  const earlier = payments.slice(0, -1).reduce((sum, { amountCents }) => sum + (amountCents || 0), 0);
  return payments.map((payment, index) =>
    index === payments.length - 1 ? { ...payment, amountCents: total - earlier } : payment,
  );
}

/** Which split the payments are. */
export function findSplit(payments: readonly FormPayment[]): PaymentSplit {
  if (payments.some(({ kind }) => kind === "installment")) {
    return "installments";
  }
  return payments.length > 1 ? "deposit" : "balance";
}

/** Payments for a split, from the first due date on. A deposit is half of the total, and installments are equal. */
export function createPayments(
  split: PaymentSplit,
  { total, firstDueOn, count = 3 }: { total: number; firstDueOn: CalendarDate; count?: number },
): FormPayment[] {
  const dueOn = (index: number) => monthlyDueDate(firstDueOn, index);
  const share = (parts: number) => Math.max(0, Math.floor(total / parts));
  switch (split) {
    case "balance":
      return withRest([{ kind: "balance", dueOn: firstDueOn, amountCents: 0 }], total);
    case "deposit":
      return withRest(
        [
          { kind: "deposit", dueOn: firstDueOn, amountCents: share(2) },
          { kind: "balance", dueOn: dueOn(1), amountCents: 0 },
        ],
        total,
      );
    case "installments":
      return withRest(
        Array.from({ length: count }, (_, index) => ({
          kind: "installment" as const,
          dueOn: dueOn(index),
          amountCents: share(count),
        })),
        total,
      );
  }
}
