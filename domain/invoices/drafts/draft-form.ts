import * as z from "zod/mini";
import { type CalendarDate, calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { integer } from "#domain/integer.ts";
import { draftTotal, isQuantity, lineAmount } from "#domain/invoices/drafts/draft-amounts.ts";
import { MAX_INSTALLMENTS, scheduleProblem } from "#domain/invoices/drafts/draft-schedule.ts";
import type { DraftLine, DraftPayment } from "#domain/invoices/drafts/invoice-draft.ts";
import { type Cents, cents, formatDollars, ZERO_CENTS } from "#domain/money/money.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { singleLine } from "#domain/text/single-line.ts";

export const INVOICE_DRAFT_LIMITS = {
  title: 255,
  message: 2000,
  lineName: 500,
  lineNote: 1500,
  lines: 100,
  reminders: 5,
  /** $1,000,000.00 per unit, so that every product is an exact number. */
  unitCents: 100_000_000,
  totalCents: 2_000_000_000,
} as const;

const MAX_REMINDER_DAYS = 90;

const requiredLine = (maxLength: number, message: string) =>
  multiLine(maxLength).check(singleLine, z.minLength(1, message));

const amount = (maxCents: number) =>
  z.pipe(
    z
      .int("Enter an amount with at most two decimals")
      .check(z.minimum(0, "Enter an amount of $0 or more"), z.maximum(maxCents, "This amount is too large")),
    z.transform(cents),
  );

const dueDate = z.pipe(
  z.string().check(z.refine((text) => isCalendarDate(text), "Enter a valid due date")),
  z.transform(calendarDate),
);

const Line = z.object({
  name: requiredLine(INVOICE_DRAFT_LIMITS.lineName, "Describe each line item"),
  note: z._default(multiLine(INVOICE_DRAFT_LIMITS.lineNote), ""),
  quantity: z.string().check(z.trim(), z.refine(isQuantity, "Enter a quantity between 0.01 and 99999.99")),
  unitCents: amount(INVOICE_DRAFT_LIMITS.unitCents),
});

const Payment = z.object({
  kind: z.enum(["deposit", "balance", "installment"]),
  dueOn: dueDate,
  amountCents: amount(INVOICE_DRAFT_LIMITS.totalCents),
});

/** The content of a draft invoice. The server also checks the schedule with the date at the location. */
export const InvoiceDraftContent = z.object({
  title: requiredLine(INVOICE_DRAFT_LIMITS.title, "Enter a title"),
  /** The client sees it on the invoice. */
  message: z._default(multiLine(INVOICE_DRAFT_LIMITS.message), ""),
  lines: z
    .array(Line)
    .check(
      z.minLength(1, "Add at least one line item"),
      z.maxLength(INVOICE_DRAFT_LIMITS.lines, `Use at most ${INVOICE_DRAFT_LIMITS.lines} line items`),
    ),
  discountCents: z._default(amount(INVOICE_DRAFT_LIMITS.totalCents), ZERO_CENTS),
  payments: z
    .array(Payment)
    .check(
      z.minLength(1, "Add at least one payment"),
      z.maxLength(MAX_INSTALLMENTS + 1, "Use at most a deposit and 12 installments"),
    ),
  delivery: z.enum(["email", "link"]),
  /** When Square reminds the recipient, in days relative to each due date. Only for invoices that Square emails. */
  reminderDays: z._default(
    z
      .array(
        z
          .int("Enter whole days")
          .check(
            z.minimum(-MAX_REMINDER_DAYS, `Use at most ${MAX_REMINDER_DAYS} days`),
            z.maximum(MAX_REMINDER_DAYS, `Use at most ${MAX_REMINDER_DAYS} days`),
          ),
      )
      .check(
        z.maxLength(
          INVOICE_DRAFT_LIMITS.reminders,
          `Use at most ${INVOICE_DRAFT_LIMITS.reminders} reminders`,
        ),
        z.refine((days) => new Set(days).size === days.length, "Each reminder must be on a different day"),
      ),
    [],
  ),
  acceptsBankTransfers: z._default(z.boolean(), true),
});
export type InvoiceDraftContent = z.output<typeof InvoiceDraftContent>;

/** Input of `POST /api/admin/invoice-drafts`. */
export const NewInvoiceDraft = z.extend(InvoiceDraftContent, {
  clientId: z.guid("Choose a client"),
  projectId: z._default(z.nullable(z.guid("Choose a project")), null),
  proposalId: z._default(z.nullable(z.guid("Choose a proposal")), null),
});
export type NewInvoiceDraft = z.output<typeof NewInvoiceDraft>;

/** Input of `PUT /api/admin/invoice-drafts/{id}`. `revision` is the one that the form was opened with. */
export const InvoiceDraftChange = z.extend(InvoiceDraftContent, { revision: integer(1) });

/**
 * Input of `POST /api/admin/invoice-drafts/{id}/publish`: what the confirmation showed. The recipient is the email
 * address, or empty for an invoice that is delivered as a link.
 */
export const PublishConfirmation = z.object({
  amountCents: amount(INVOICE_DRAFT_LIMITS.totalCents),
  recipient: z.string().check(z.maxLength(320)),
});
export type PublishConfirmation = z.output<typeof PublishConfirmation>;

/** The lines with their amounts, the total and the payments, as stored. */
export function toDraftAmounts({
  lines,
  discountCents,
  payments,
}: Pick<InvoiceDraftContent, "lines" | "discountCents" | "payments">): {
  lines: DraftLine[];
  totalCents: Cents;
  payments: DraftPayment[];
} {
  const amounts = lines.map((line) => ({ ...line, amountCents: lineAmount(line.quantity, line.unitCents) }));
  return { lines: amounts, totalCents: draftTotal({ lines: amounts, discountCents }), payments };
}

/** Returns why an invoice with this content cannot be created, or null. `today` is the date at its location. */
export function draftProblem(content: InvoiceDraftContent, today: CalendarDate): string | null {
  const { totalCents, payments } = toDraftAmounts(content);
  if (totalCents <= 0) {
    return "The total must be more than $0.";
  }
  if (totalCents > INVOICE_DRAFT_LIMITS.totalCents) {
    return `The total must be at most ${formatDollars(cents(INVOICE_DRAFT_LIMITS.totalCents))}.`;
  }
  if (content.delivery === "link" && content.reminderDays.length > 0) {
    return "Square can only send reminders for invoices that it emails.";
  }
  return scheduleProblem(payments, { totalCents, today });
}
