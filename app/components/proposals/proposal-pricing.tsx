import { useId } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { CheckboxInput } from "#app/ui/forms/checkbox.tsx";
import { formatDollars, formatPrice } from "#domain/money/money.ts";
import { formatHours, formatShare } from "#domain/proposals/format-proposal.ts";
import type { ProposalContent, ProposalItem } from "#domain/proposals/proposal-content.ts";
import type { ProposalTotals } from "#domain/proposals/proposal-totals.ts";

type ProposalPricingProps = {
  content: Pick<ProposalContent, "items" | "discount" | "taxNote">;
  totals: ProposalTotals;
  /** Selects or clears an optional line item. Without it, the selection can't change. */
  onToggle?: ((id: string) => void) | undefined;
};

/** Line items with their amounts, and the total. */
export function ProposalPricing({ content, totals, onToggle }: ProposalPricingProps) {
  const lines = new Map(totals.lines.map((line) => [line.id, line]));
  return (
    <>
      <ul aria-label="Line items" className="divide-y divide-line border-line border-y">
        {content.items.map((item) => {
          const line = lines.get(item.id);
          return line && <PricingLine key={item.id} item={item} line={line} onToggle={onToggle} />;
        })}
      </ul>
      <dl className="tabular mt-4 ml-auto grid max-w-xs gap-2 text-14">
        {content.discount && (
          <>
            <Amount label="Subtotal" value={formatDollars(totals.subtotal)} />
            <Amount
              label={
                content.discount.kind === "percent"
                  ? `Discount (${formatShare(content.discount)})`
                  : "Discount"
              }
              value={`−${formatDollars(totals.discount)}`}
            />
          </>
        )}
        <div
          className={classNames(
            "flex items-baseline justify-between gap-4 font-medium text-18",
            content.discount && "border-line border-t pt-2",
          )}
        >
          <dt>Total</dt>
          <dd>{formatDollars(totals.total)}</dd>
        </div>
      </dl>
      {content.taxNote && (
        <p className="mt-2 whitespace-pre-wrap wrap-anywhere text-right text-13 text-muted">
          {content.taxNote}
        </p>
      )}
    </>
  );
}

type PricingLineProps = {
  item: ProposalItem;
  line: ProposalTotals["lines"][number];
  onToggle: ProposalPricingProps["onToggle"];
};

function PricingLine({ item, line, onToggle }: PricingLineProps) {
  const id = useId();
  const canToggle = item.isOptional && onToggle !== undefined;
  return (
    <li className="flex items-start gap-3 py-3 text-14">
      {canToggle && (
        <span className="mt-0.5">
          <CheckboxInput
            id={id}
            checked={line.isSelected}
            onChange={() => onToggle(item.id)}
            aria-describedby={`${id}-amount`}
          />
        </span>
      )}
      <div className={classNames("min-w-0 flex-1", !line.isSelected && "text-muted")}>
        <p className="wrap-anywhere font-medium">
          {canToggle ? <label htmlFor={id}>{item.description}</label> : item.description}
          {item.isOptional && (
            <span className="ml-2 whitespace-nowrap font-normal text-13 text-muted">
              {line.isSelected ? "Optional" : "Optional, not selected"}
            </span>
          )}
        </p>
        {item.kind === "hours" && (
          <p className="tabular text-13 text-muted">
            {formatHours(item.hundredths)} × {formatPrice(item.rate)}
          </p>
        )}
        {item.details && (
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere text-13 text-muted">{item.details}</p>
        )}
      </div>
      <p
        id={`${id}-amount`}
        className={classNames("tabular shrink-0 text-right", !line.isSelected && "text-muted")}
      >
        {formatDollars(line.amount)}
      </p>
    </li>
  );
}

function Amount({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
