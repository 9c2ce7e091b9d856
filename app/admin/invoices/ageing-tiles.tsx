import { useQuery } from "@tanstack/react-query";
import { invoiceAgeing } from "#app/api/admin-invoice-list.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { CalendarDate } from "#domain/calendar-date.ts";
import { counted } from "#domain/counted.ts";
import type { Aged } from "#domain/invoice-ageing.ts";
import { formatDollars } from "#domain/money.ts";

type AgeingTilesProps = {
  today: CalendarDate;
  /** The key of the bucket the list shows; empty for all. */
  chosen: string;
  onChoose: (key: string) => void;
};

/** What is open by how late it is; pressing one narrows the list to it, pressing it again shows all. */
export function AgeingTiles({ today, chosen, onChoose }: AgeingTilesProps) {
  const ageing = useQuery(invoiceAgeing(today));
  return (
    <section aria-label="Open amounts by age" className="mb-6">
      <Loaded query={ageing} failed="The ageing could not be loaded." loading={<Skeleton className="h-22" />}>
        {(buckets) => (
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
            {buckets.map((bucket) => (
              <li key={bucket.key} className="grid first:max-sm:col-span-2 sm:first:col-span-1">
                <Tile
                  bucket={bucket}
                  isChosen={bucket.key === chosen}
                  onPress={() => onChoose(bucket.key === chosen ? "" : bucket.key)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Tile({ bucket, isChosen, onPress }: { bucket: Aged; isChosen: boolean; onPress: () => void }) {
  const { label, openCents, invoiceCount } = bucket;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      className={classNames(
        "rounded-medium border bg-surface px-4 py-3 text-left transition-colors hover:bg-raised",
        isChosen ? "border-accent" : "border-line hover:border-edge",
      )}
    >
      <span className="block text-13 text-muted">{bucket.key === "not-due" ? label : `${label} late`}</span>
      <span className="tabular mt-0.5 block font-semibold text-18">{formatDollars(openCents)}</span>
      <span className="tabular block text-13 text-faint">{counted(invoiceCount, "invoice")}</span>
    </button>
  );
}
