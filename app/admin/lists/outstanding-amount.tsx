import { classNames } from "#app/ui/class-names.ts";
import { CircleCheck } from "#app/ui/icons.tsx";
import { type Cents, formatDollars, ZERO_CENTS } from "#domain/money/money.ts";

type OutstandingAmountProps = {
  cents: Cents;
  /** The part that is overdue. */
  overdueCents?: Cents | undefined;
  /** Style of a zero amount: green with an icon, or plain text. */
  zeroStyle: "positive" | "plain";
  /** Which amounts above zero are red. */
  redIf?: "outstanding" | "overdue";
};

/** Outstanding amount, with a note if a part of it is overdue. */
export function OutstandingAmount({
  cents,
  overdueCents = ZERO_CENTS,
  zeroStyle,
  redIf = "outstanding",
}: OutstandingAmountProps) {
  if (cents <= 0 && zeroStyle === "plain") {
    // An element, because a gap between flex items needs one.
    return <span>{formatDollars(cents)}</span>;
  }
  const isPositive = cents > 0;
  return (
    <>
      <span
        className={classNames(
          "inline-flex items-center gap-1.5 whitespace-nowrap align-top",
          !isPositive && "text-positive",
          isPositive && (redIf === "outstanding" || overdueCents > 0) && "text-negative",
        )}
      >
        {!isPositive && <CircleCheck aria-hidden="true" className="size-4 shrink-0" />}
        <span>{formatDollars(cents)}</span>
        <span className="sr-only">{isPositive ? "outstanding" : "settled"}</span>
      </span>
      {overdueCents > 0 && (
        <span className="block whitespace-nowrap font-normal text-13 text-muted">
          {formatOverdue(overdueCents, cents)}
        </span>
      )}
    </>
  );
}

function formatOverdue(overdueCents: Cents, totalCents: Cents): string {
  return overdueCents === totalCents ? "All overdue" : `${formatDollars(overdueCents)} overdue`;
}
