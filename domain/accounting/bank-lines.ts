import type { ExportedPayment } from "#domain/accounting/accounting-records.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { addCents, type Cents, subtractCents, ZERO_CENTS } from "#domain/money/money.ts";

/** A transaction in the Square clearing account. Amounts that leave the account are negative. */
export type BankLine = {
  date: CalendarDate;
  description: string;
  company: string;
  /** Square's id of the payment or refund. */
  reference: string;
  cents: Cents;
};

/** Returns a line for each payment (gross), refund and fee. */
export function listBankLines(payments: readonly ExportedPayment[]): BankLine[] {
  return payments
    .flatMap(
      ({ kind, date, company, invoiceNumber, squareId: reference, amountCents, tipCents, feeCents }) => {
        const grossCents = addCents(amountCents, tipCents);
        const invoice = invoiceNumber ? ` ${invoiceNumber}` : "";
        const line = { date, company, reference };
        return [
          kind === "payment"
            ? { ...line, description: `Payment of invoice${invoice}`, cents: grossCents }
            : {
                ...line,
                description: `Refund of invoice${invoice}`,
                cents: subtractCents(ZERO_CENTS, grossCents),
              },
          {
            ...line,
            description: `${feeCents < 0 ? "Returned fee" : "Fee"} for invoice${invoice}`,
            cents: subtractCents(ZERO_CENTS, feeCents),
          },
        ];
      },
    )
    .filter(({ cents }) => cents !== 0);
}
