import { type ListPage, ROWS_A_PAGE } from "#app/api/admin-list.ts";
import { Button } from "#app/ui/button.tsx";
import { counted, pluralOf } from "#domain/counted.ts";

type ListFootProps = {
  page: ListPage<unknown>;
  /** What is counted, one of it: "client". */
  noun: string;
  onPage: (page: number) => void;
};

/** Below a list: which of its rows are shown, and the way to the others. */
export function ListFoot({ page: { rows, total, from }, noun, onPage }: ListFootProps) {
  const page = Math.floor(from / ROWS_A_PAGE) + 1;
  const last = Math.max(1, Math.ceil(total / ROWS_A_PAGE));
  return (
    <nav
      aria-label={`Pages of ${pluralOf(noun)}`}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3"
    >
      <p role="status" className="tabular text-13 text-muted">
        {rows.length === 0 ? "0" : `${from + 1}–${from + rows.length}`} of {counted(total, noun)}
      </p>
      {last > 1 && (
        <div className="flex gap-2">
          <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={page >= last} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}
