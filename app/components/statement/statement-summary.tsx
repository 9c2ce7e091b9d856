import { classNames } from "#app/ui/class-names.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import type { Statement } from "#domain/statements/build-statement.ts";
import { describeClosingBalance } from "#domain/statements/closing-balance.ts";

/** The opening balance, the totals by type of entry and the closing balance. */
export function StatementSummary({ statement }: { statement: Statement }) {
  const { openingCents, totals, closingCents } = statement;
  return (
    <dl className="rounded-medium border border-line bg-surface p-4 text-14 sm:max-w-md sm:p-5">
      <SummaryRow label="Opening balance" cents={openingCents} />
      <SummaryRow label="Invoices" cents={totals.invoice} />
      <SummaryRow label="Payments" cents={totals.payment} />
      {totals.refund !== 0 && (
        <>
          <SummaryRow label="Refunds" cents={totals.refund} />
          <SummaryRow
            label="Credits for refunds"
            hint={
              totals.refund + totals.credit === 0
                ? "Offset refunds, which don't change the balance."
                : "Offset refunds, except those of overpayments."
            }
            cents={totals.credit}
          />
        </>
      )}
      <SummaryRow
        label="Closing balance"
        hint={describeClosingBalance(closingCents)}
        cents={closingCents}
        isTotal
      />
    </dl>
  );
}

type SummaryRowProps = { label: string; hint?: string; cents: Cents; isTotal?: boolean };

function SummaryRow({ label, hint, cents, isTotal }: SummaryRowProps) {
  return (
    <div
      className={classNames(
        "flex flex-wrap justify-between gap-x-4 py-1",
        isTotal && "mt-2 border-line border-t pt-3 font-semibold text-18",
      )}
    >
      <dt className={isTotal ? undefined : "text-muted"}>{label}</dt>
      <dd className="tabular ml-auto">{formatDollars(cents)}</dd>
      {hint && <dd className="w-full font-normal text-13 text-faint">{hint}</dd>}
    </div>
  );
}
