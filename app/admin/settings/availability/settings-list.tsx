import { type ReactNode, useId } from "react";
import { toListPage } from "#app/api/admin/list-page.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ListTable } from "../../lists/list-table.tsx";
import type { ListColumn } from "../../lists/sortable-columns.tsx";

type SettingsListProps<Row> = {
  title: string;
  description: string;
  noun: string;
  action: ReactNode;
  columns: ReadonlyArray<ListColumn<Row>>;
  rows: Row[];
  rowKey: (row: Row) => string;
  empty: { icon: ReactNode; title: string; hint: string };
  /** Open dialogs. */
  children?: ReactNode;
};

/** A list that is one of several in a settings section. */
export function SettingsList<Row>({
  title,
  description,
  noun,
  action,
  columns,
  rows,
  rowKey,
  empty,
  children,
}: SettingsListProps<Row>) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-[60ch]">
          <h3 id={titleId} className="text-16">
            {title}
          </h3>
          <p className="mt-1 text-13 text-muted">{description}</p>
        </div>
        {action}
      </div>
      <ListTable
        noun={noun}
        texts={{ label: title }}
        page={{ data: toListPage(rows), error: null, isFetching: false, refetch: () => {} }}
        columns={columns}
        rowKey={rowKey}
        cardsBelow={640}
        empty={<EmptyState {...empty} />}
      />
      {children}
    </section>
  );
}
