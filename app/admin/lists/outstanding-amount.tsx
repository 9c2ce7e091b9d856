import { classNames } from "#app/ui/class-names.ts";
import { CircleAlert, CircleCheck } from "#app/ui/icons.tsx";
import { type Cents, formatDollars } from "#domain/money/money.ts";

type OutstandingAmountProps = {
  cents: Cents;
  /** Style of a zero amount: green with an icon, or plain text. */
  zeroStyle: "positive" | "plain";
};

/** Outstanding amount. Amounts above zero are red, with an icon and text for screen readers. */
export function OutstandingAmount({ cents, zeroStyle }: OutstandingAmountProps) {
  if (cents <= 0 && zeroStyle === "plain") {
    return formatDollars(cents);
  }
  const isPositive = cents > 0;
  const Icon = isPositive ? CircleAlert : CircleCheck;
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 whitespace-nowrap align-top",
        isPositive ? "text-negative" : "text-positive",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>{formatDollars(cents)}</span>
      <span className="sr-only">{isPositive ? "outstanding" : "settled"}</span>
    </span>
  );
}
