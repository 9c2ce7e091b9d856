import { useQuery } from "@tanstack/react-query";
import { invoiceAgingQuery } from "#app/api/admin/invoices.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import type { AgingBucketTotal } from "#domain/invoices/reports/invoice-aging.ts";
import { formatDollars } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type AgingCardsProps = {
  today: CalendarDate;
  /** Key of the selected bucket, or an empty string for all invoices. */
  selected: string;
  onSelect: (key: string) => void;
};

/**
 * Cards with the amounts owed by days overdue. Clicking a card filters the list; clicking it again clears the
 * filter.
 */
export function AgingCards({ today, selected, onSelect }: AgingCardsProps) {
  const aging = useQuery(invoiceAgingQuery(today));
  return (
    <section aria-label="Outstanding amounts by days overdue" className="mb-6">
      <Loaded
        query={aging}
        errorMessage="We couldn't load open invoices."
        loading={<Skeleton className="h-22" />}
      >
        {(buckets) => (
          <ul className="grid gap-3 min-[360px]:grid-cols-2 sm:grid-cols-3 lg:grid-cols-5">
            {buckets.map((bucket) => (
              <li key={bucket.key} className="grid min-[360px]:first:max-sm:col-span-2">
                <BucketButton
                  bucket={bucket}
                  isSelected={bucket.key === selected}
                  onPress={() => onSelect(bucket.key === selected ? "" : bucket.key)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
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
        "rounded-medium border bg-surface px-3 py-3 text-left sm:px-4 transition-colors hover:bg-raised",
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
