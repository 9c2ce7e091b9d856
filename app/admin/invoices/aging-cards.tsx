import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { invoiceAgingQuery } from "#app/api/admin/invoices.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ChevronDown } from "#app/ui/icons.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { AgingBucketTotal } from "#domain/invoices/reports/invoice-aging.ts";
import { formatDollars, sumCents } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type AgingCardsProps = {
  today: CalendarDate;
  /** Key of the selected bucket, or an empty string for all invoices. */
  selected: string;
  onSelect: (key: string) => void;
};

/**
 * Cards with the amounts owed by days overdue. Clicking a card filters the list; clicking it again clears the
 * filter. On phones, a button with the totals shows the cards.
 */
export function AgingCards({ today, selected, onSelect }: AgingCardsProps) {
  const id = useId();
  const [isExpanded, setIsExpanded] = useState(selected !== "");
  const aging = useQuery(invoiceAgingQuery(today));
  return (
    <section aria-label="Outstanding amounts by days overdue" className="mb-6">
      <Loaded
        query={aging}
        errorMessage="We couldn't load open invoices."
        loading={<Skeleton className="h-11 sm:h-72 md:h-47 lg:h-22" />}
      >
        {(buckets) => (
          <>
            <button
              type="button"
              aria-expanded={isExpanded}
              aria-controls={id}
              onClick={() => setIsExpanded(!isExpanded)}
              className="flex min-h-11 w-full items-center justify-between gap-3 rounded-medium border border-line bg-surface px-4 py-2 text-left text-14 sm:hidden"
            >
              <span className="tabular min-w-0">{summarize(buckets)}</span>
              <ChevronDown
                aria-hidden="true"
                className={classNames("size-4 shrink-0 text-muted", isExpanded && "rotate-180")}
              />
            </button>
            <ul
              id={id}
              className={classNames(
                "gap-3 max-sm:mt-3 min-[360px]:grid-cols-2 sm:grid md:grid-cols-4 lg:grid-cols-5",
                isExpanded ? "grid" : "max-sm:hidden",
              )}
            >
              {buckets.map((bucket) => (
                <li key={bucket.key} className="grid min-[360px]:first:max-lg:col-span-full">
                  <BucketButton
                    bucket={bucket}
                    isSelected={bucket.key === selected}
                    onPress={() => onSelect(bucket.key === selected ? "" : bucket.key)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  );
}

/** The total owed and overdue, such as "$1,200.00 owed, $200.00 overdue". */
function summarize(buckets: readonly AgingBucketTotal[]): string {
  const owed = sumCents(buckets.map(({ owedCents }) => owedCents));
  const overdue = sumCents(buckets.filter(({ key }) => key !== "not-due").map(({ owedCents }) => owedCents));
  return `${formatDollars(owed)} owed, ${overdue > 0 ? `${formatDollars(overdue)} overdue` : "nothing overdue"}`;
}

function BucketButton({
  bucket,
  isSelected,
  onPress,
}: {
  bucket: AgingBucketTotal;
  isSelected: boolean;
  onPress: () => void;
}) {
  const { label, owedCents, invoiceCount } = bucket;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={onPress}
      className={classNames(
        "rounded-medium border bg-surface px-3 py-3 text-left transition-colors sm:max-md:px-4 lg:px-4 hover:bg-raised",
        isSelected ? "border-accent" : "border-line hover:border-edge",
      )}
    >
      <span className="block text-13 text-muted">
        {bucket.key === "not-due" ? label : `${label} overdue`}
      </span>
      <span className="tabular mt-0.5 block font-semibold text-18">{formatDollars(owedCents)}</span>
      <span className="tabular block text-13 text-faint">{formatCount(invoiceCount, "invoice")}</span>
    </button>
  );
}
