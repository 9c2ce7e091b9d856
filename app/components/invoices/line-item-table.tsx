import { type Column, Table } from "#app/ui/data-display/table.tsx";
import type { LineItem } from "#domain/invoices/line-items.ts";
import { cents, formatDollars } from "#domain/money/money.ts";

type NumberedItem = LineItem & { position: number };

/** Line items of an invoice. Omits the columns for discounts and taxes if there are none. */
export function LineItemTable({ items }: { items: readonly LineItem[] }) {
  const hasDiscount = items.some(({ discountCents }) => discountCents !== 0);
  const hasTax = items.some(({ taxCents }) => taxCents !== 0);
  return (
    <section aria-labelledby="line-items">
      <h2 id="line-items" className="mb-2 text-18">
        Line items
      </h2>
      <Table
        label="Line items"
        columns={COLUMNS.filter(
          ({ key }) => (key !== "discount" || hasDiscount) && (key !== "tax" || hasTax),
        )}
        rows={items.map((item, index): NumberedItem => ({ ...item, position: index + 1 }))}
        rowKey={({ position }) => String(position)}
      />
    </section>
  );
}

const COLUMNS: ReadonlyArray<Column<NumberedItem>> = [
  {
    key: "name",
    header: "Item",
    isLongText: true,
    cell: ({ name, note }) => (
      <>
        <span className="block">{name || "Item"}</span>
        {note && <span className="block font-normal text-13 text-muted">{note}</span>}
      </>
    ),
  },
  { key: "quantity", header: "Quantity", align: "end", cell: ({ quantity }) => quantity },
  {
    key: "price",
    header: "Unit price",
    align: "end",
    cell: ({ unitPriceCents }) => formatDollars(unitPriceCents),
  },
  {
    key: "discount",
    header: "Discount",
    align: "end",
    cell: ({ discountCents }) => (discountCents === 0 ? "—" : formatDollars(cents(-discountCents))),
  },
  {
    key: "tax",
    header: "Tax",
    align: "end",
    cell: ({ taxCents }) => (taxCents === 0 ? "—" : formatDollars(taxCents)),
  },
  { key: "amount", header: "Amount", align: "end", cell: ({ totalCents }) => formatDollars(totalCents) },
];
