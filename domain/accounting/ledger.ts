import type { AccountingRecords, ExportFile } from "#domain/accounting/accounting-records.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { addCents, type Cents, subtractCents, ZERO_CENTS } from "#domain/money/money.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";

export type LedgerAccount =
  | "Accounts receivable"
  | "Revenue"
  | "Sales tax payable"
  | "Tips"
  | "Square clearing"
  | "Square fees"
  | "Refunds";

/** One posting. Exactly one of debit and credit is above zero. Postings with the same entry number balance. */
export type LedgerPosting = {
  entry: number;
  date: CalendarDate;
  account: LedgerAccount;
  debitCents: Cents;
  creditCents: Cents;
  company: string;
  invoiceNumber: string;
  reference: string;
  memo: string;
};

type Posting = readonly [account: LedgerAccount, signedCents: Cents];
type EntryText = Pick<LedgerPosting, "date" | "company" | "invoiceNumber" | "reference" | "memo">;

/**
 * Returns double-entry postings: an invoice debits accounts receivable and credits revenue and tax, a payment moves money
 * to the clearing account, and a fee or refund takes money out of it. A refund of an overpayment debits accounts
 * receivable, which the overpayment credited. In each entry, debits equal credits.
 */
export function buildLedger({ invoices, payments }: AccountingRecords): LedgerPosting[] {
  const entries: { text: EntryText; postings: Posting[] }[] = [];
  for (const { number, company, issuedOn, amountCents, taxCents, description } of invoices) {
    entries.push({
      text: { date: issuedOn, company, invoiceNumber: number, reference: "", memo: description || "Invoice" },
      postings: [
        ["Accounts receivable", amountCents],
        ["Revenue", negate(subtractCents(amountCents, taxCents))],
        ["Sales tax payable", negate(taxCents)],
      ],
    });
  }
  for (const payment of payments) {
    const {
      kind,
      date,
      company,
      invoiceNumber,
      squareId: reference,
      amountCents,
      tipCents,
      overpaidCents,
      feeCents,
    } = payment;
    const totalCents = addCents(amountCents, tipCents);
    const text = { date, company, invoiceNumber, reference };
    entries.push(
      kind === "payment"
        ? {
            // Payments whose details are unknown have no Square id.
            text: { ...text, memo: reference ? `Payment, ${payment.method}` : payment.method },
            postings: [
              ["Square clearing", totalCents],
              ["Accounts receivable", negate(amountCents)],
              ["Tips", negate(tipCents)],
            ],
          }
        : {
            text: { ...text, memo: `Refund, ${payment.method}` },
            postings: [
              ["Accounts receivable", overpaidCents],
              ["Refunds", subtractCents(amountCents, overpaidCents)],
              ["Tips", tipCents],
              ["Square clearing", negate(totalCents)],
            ],
          },
      {
        text: { ...text, memo: feeCents < 0 ? "Returned fee" : "Fee" },
        postings: [
          ["Square fees", feeCents],
          ["Square clearing", negate(feeCents)],
        ],
      },
    );
  }
  return entries
    .map(({ text, postings }) => ({ text, postings: postings.filter(([, cents]) => cents !== 0) }))
    .filter(({ postings }) => postings.length > 0)
    .sort((a, b) => compareText(a.text.date, b.text.date))
    .flatMap(({ text, postings }, index) =>
      postings.map(
        ([account, signedCents]): LedgerPosting => ({
          ...text,
          entry: index + 1,
          account,
          debitCents: signedCents > 0 ? signedCents : ZERO_CENTS,
          creditCents: signedCents < 0 ? negate(signedCents) : ZERO_CENTS,
        }),
      ),
    );
}

const HEADER = ["Entry", "Date", "Account", "Debit", "Credit", "Client", "Invoice", "Reference", "Memo"];

/** Formats the ledger as one file in a generic format. */
export function toLedgerFile(postings: readonly LedgerPosting[]): ExportFile {
  return {
    name: "ledger.csv",
    rows: [
      HEADER,
      ...postings.map((posting) => [
        String(posting.entry),
        posting.date,
        posting.account,
        posting.debitCents === 0 ? "" : formatCsvDollars(posting.debitCents),
        posting.creditCents === 0 ? "" : formatCsvDollars(posting.creditCents),
        posting.company,
        posting.invoiceNumber,
        posting.reference,
        posting.memo,
      ]),
    ],
  };
}

function negate(amount: Cents): Cents {
  return subtractCents(ZERO_CENTS, amount);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
