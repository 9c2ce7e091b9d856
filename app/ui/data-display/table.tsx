import { Fragment, type ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { MeasuredWidth } from "../layout/measured-width.tsx";
import { rowLinkHandlers } from "./row-link-handlers.ts";
import { type CellLayout, useAvailableWidth, useCellLayout } from "./use-cell-layout.ts";

export type { CellLayout };

export type Column<Row> = {
  key: string;
  header: string;
  /** Replaces the header text, for example with a sort button. */
  headerContent?: ReactNode;
  sorted?: "ascending" | "descending";
  /** `hiddenKeys` are the columns that do not fit. A cell can show their most important values below its own. */
  cell: (row: Row, layout: CellLayout, hiddenKeys: ReadonlySet<string>) => ReactNode;
  /** Shown in tables at least this wide, in px. Cards and printed tables show all columns. */
  minWidth?: number;
  /** Use "end" for amounts, which are right-aligned with tabular figures. */
  align?: "start" | "end";
  /**
   * For a column of buttons: its header is visible only to screen readers, and cards show no label for it.
   */
  isActions?: boolean;
  /** Row header and card title. Defaults to the first column. */
  isTitle?: boolean;
  /** Long text, which gets the remaining width. Text in other columns wraps only if it is wider than 14 rem, and amounts never wrap. */
  isLongText?: boolean;
  /** Text that is at most 24 rem wide on very wide screens, for long names. */
  isWide?: boolean;
};

type TableProps<Row> = {
  /** Accessible name. */
  label: string;
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Content of an expanded row; null when the row is collapsed. */
  renderDetail?: (row: Row) => ReactNode;
  /** Replaces the title and the details of a card with fewer lines. */
  renderCard?: (row: Row) => ReactNode;
};

type LayoutProps = {
  /** Rows are shown as cards if less than this width in px is available. */
  cardsBelow?: number;
  /** Replaces `cardsBelow` if the screen around the table depends on the layout, too. */
  layout?: CellLayout;
};

export function Table<Row>({ cardsBelow, layout, ...table }: TableProps<Row> & LayoutProps) {
  return layout ? (
    <TableOrCards {...table} layout={layout} />
  ) : (
    <MeasuredWidth>
      <MeasuredTable {...table} cardsBelow={cardsBelow} />
    </MeasuredWidth>
  );
}

function MeasuredTable<Row>({ cardsBelow, ...table }: TableProps<Row> & LayoutProps) {
  return <TableOrCards {...table} layout={useCellLayout(cardsBelow)} />;
}

function TableOrCards<Row>({ layout, ...table }: TableProps<Row> & { layout: CellLayout }) {
  return layout === "card" ? <CardList {...table} /> : <WideTable {...table} />;
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns the keys of the columns that a table does not have the space for. */
export function useHiddenColumns(
  columns: ReadonlyArray<{ key: string; minWidth?: number }>,
): ReadonlySet<string> {
  const width = useAvailableWidth();
  return new Set(columns.filter(({ minWidth = 0 }) => width < minWidth).map(({ key }) => key));
}

function findTitleColumn<Row>(columns: ReadonlyArray<Column<Row>>): Column<Row> | undefined {
  return columns.find((column) => column.isTitle) ?? columns[0];
}

function alignmentClasses<Row>(column: Column<Row>): string {
  return column.align === "end" ? "text-right tabular" : "text-left";
}

/** Separates text from the amount before it, which ends where the text starts. On wide screens, also in compact lists. */
function spacingClasses<Row>(columns: ReadonlyArray<Column<Row>>, index: number): string {
  const column = columns[index];
  const followsAmount = columns[index - 1]?.align === "end";
  return followsAmount && column?.align !== "end" && !column?.isActions ? "pl-6 min-[1400px]:pl-6!" : "";
}

function WideTable<Row>({ label, columns: allColumns, rows, rowKey, renderDetail }: TableProps<Row>) {
  const hiddenKeys = useHiddenColumns(allColumns);
  const columns = allColumns.filter(({ key }) => !hiddenKeys.has(key));
  const title = findTitleColumn(columns);
  return (
    <table aria-label={label} className="w-full border-collapse text-14">
      <thead className="sticky top-[var(--below-header,0px)] z-10 bg-surface">
        <tr className="border-line border-b">
          {columns.map((column, index) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={column.sorted}
              className={classNames(
                "whitespace-nowrap px-2 py-2 font-medium text-13 text-muted",
                alignmentClasses(column),
                spacingClasses(columns, index),
              )}
            >
              {column.isActions ? (
                <span className="sr-only">{column.header}</span>
              ) : (
                (column.headerContent ?? column.header)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const detail = renderDetail?.(row);
          return (
            <Fragment key={rowKey(row)}>
              {/* The link in the row opens it by keyboard. */}
              <tr
                {...rowLinkHandlers}
                className="h-11 border-line border-b transition-colors last:border-b-0 hover:bg-raised/60 has-[.row-link]:cursor-pointer"
              >
                {columns.map((column, index) => {
                  const classes = classNames(
                    "px-2 align-middle",
                    // Buttons are taller than text.
                    column.isActions ? "py-1" : "py-2",
                    alignmentClasses(column),
                    spacingClasses(columns, index),
                  );
                  return column === title ? (
                    <th key={column.key} scope="row" className={classNames(classes, "font-medium")}>
                      {renderCell(column, row, hiddenKeys)}
                    </th>
                  ) : (
                    <td key={column.key} className={classes}>
                      {renderCell(column, row, hiddenKeys)}
                    </td>
                  );
                })}
              </tr>
              {detail && (
                <tr className="border-line border-b last:border-b-0">
                  <td colSpan={columns.length} className="bg-page px-3 py-4">
                    {detail}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function renderCell<Row>(column: Column<Row>, row: Row, hiddenKeys: ReadonlySet<string>): ReactNode {
  const content = column.cell(row, "table", hiddenKeys);
  if (column.isActions) {
    return <div className="flex items-center justify-end gap-1">{content}</div>;
  }
  if (column.isLongText) {
    return (
      <div data-wraps className="min-w-32">
        {content}
      </div>
    );
  }
  const widthClasses = classNames("w-max max-w-56", column.isWide && "min-[1700px]:max-w-96");
  return <div className={column.align === "end" ? "ml-auto w-max" : widthClasses}>{content}</div>;
}

function CardDetails<Row>({ columns, row }: { columns: ReadonlyArray<Column<Row>>; row: Row }) {
  const title = findTitleColumn(columns);
  return (
    <>
      {title && <div className="font-medium text-16">{title.cell(row, "card", NO_KEYS)}</div>}
      <dl className="mt-2 grid grid-cols-1 gap-2 @xl:grid-cols-2 @xl:gap-x-12">
        {columns
          .filter((column) => column !== title && !column.isActions)
          .map((column) => (
            <div key={column.key} className="flex items-baseline justify-between gap-4">
              <dt className="shrink-0 text-13 text-muted">{column.header}</dt>
              <dd className={classNames("min-w-0 text-right", column.align === "end" && "tabular")}>
                {column.cell(row, "card", NO_KEYS)}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}

function CardList<Row>({ label, columns, rows, rowKey, renderDetail, renderCard }: TableProps<Row>) {
  return (
    <ul aria-label={label} data-cards="" className="@container divide-y divide-line border-line border-t">
      {rows.map((row) => {
        const detail = renderDetail?.(row);
        return (
          <li key={rowKey(row)} className="relative py-4 text-14">
            {renderCard ? renderCard(row) : <CardDetails columns={columns} row={row} />}
            {columns
              .filter((column) => column.isActions)
              .map((column) => (
                <div key={column.key} className="mt-3 flex flex-wrap gap-2 empty:hidden">
                  {column.cell(row, "card", NO_KEYS)}
                </div>
              ))}
            {detail && <div className="relative z-2 mt-4">{detail}</div>}
          </li>
        );
      })}
    </ul>
  );
}
