import { type ListPage, PAGE_SIZE } from "#app/api/admin/list-page.ts";
import { Button } from "#app/ui/button.tsx";
import { formatCount, pluralize } from "#domain/text/pluralize.ts";

type ListFooterProps = {
  page: ListPage<unknown>;
  /** Singular noun, such as "client". */
  noun: string;
  /** Omit it for a list without pages. */
  onPage?: ((page: number) => void) | undefined;
};

/** Shows the range of visible rows, the total, and page buttons. */
export function ListFooter({ page: { rows, total, from }, noun, onPage }: ListFooterProps) {
  if (!onPage) {
    return (
      <p className="tabular border-line border-t px-4 py-3 group-has-[table]/list:px-2.5 2xl:group-has-[table]/list:px-3 text-13 text-muted">
        {formatCount(total, noun)}
      </p>
    );
  }
  const page = Math.floor(from / PAGE_SIZE) + 1;
  const lastPage = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <nav
      aria-label={`Pagination for ${pluralize(noun)}`}
      className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-3 group-has-[table]/list:px-2.5 2xl:group-has-[table]/list:px-3"
    >
      <p role="status" className="tabular text-13 text-muted">
        {rows.length === total ? "" : `${rows.length === 0 ? "0" : `${from + 1}–${from + rows.length}`} of `}
        {formatCount(total, noun)}
      </p>
      {lastPage > 1 && (
        <div className="flex gap-2">
          <Button size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button size="small" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  );
}
