import { CircleAlert, CircleCheck } from "lucide-react";
import { classNames } from "#app/ui/class-names.ts";
import { formatDollars } from "#domain/money.ts";

type OutstandingAmountProps = {
  cents: number;
  /** How nothing outstanding looks: as good news, or like any other amount. */
  whenNone: "positive" | "plain";
};

/** What is still to be paid: red above zero, and told by an icon and a word besides. */
export function OutstandingAmount({ cents, whenNone }: OutstandingAmountProps) {
  if (cents <= 0 && whenNone === "plain") return formatDollars(cents);
  const isOwed = cents > 0;
  const Icon = isOwed ? CircleAlert : CircleCheck;
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        isOwed ? "text-negative" : "text-positive",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>{formatDollars(cents)}</span>
      <span className="sr-only">{isOwed ? "outstanding" : "settled"}</span>
    </span>
  );
}
