import type { ExportedLine } from "#domain/accounting/accounting-records.ts";
import type { LineItem } from "#domain/invoices/line-items.ts";
import { type Cents, subtractCents, sumCents } from "#domain/money/money.ts";

/** QuickBooks and Xero require a name. Square allows custom amounts without one. */
const UNNAMED_ITEM = "Item";

type BilledAmounts = {
  description: string;
  amountCents: Cents;
  taxCents: Cents;
  lineItems: readonly LineItem[];
};

/**
 * Returns an invoice's lines after discounts and without tax. They add up to the amount minus the tax: a difference, such
 * as a service charge, becomes a separate line. An invoice without line items has one line with its description. So does
 * an invoice with a negative line or difference, because QuickBooks accepts no negative lines.
 */
export function toExportedLines({
  description,
  amountCents,
  taxCents,
  lineItems,
}: BilledAmounts): ExportedLine[] {
  const netAmountCents = subtractCents(amountCents, taxCents);
  const singleLine = createLine(description || "Services", netAmountCents);
  if (lineItems.length === 0) {
    return [singleLine];
  }
  const lines = lineItems.map(({ name, ...item }): ExportedLine => {
    const netCents = subtractCents(item.totalCents, item.taxCents);
    const hasExactPrice = Math.round(Number(item.quantity) * item.unitPriceCents) === netCents;
    return hasExactPrice
      ? {
          name: name || UNNAMED_ITEM,
          note: item.note,
          quantity: item.quantity,
          unitPriceCents: item.unitPriceCents,
          netCents,
        }
      : { ...createLine(name || UNNAMED_ITEM, netCents), note: item.note };
  });
  const differenceCents = subtractCents(netAmountCents, sumCents(lines.map(({ netCents }) => netCents)));
  if (differenceCents < 0 || lines.some(({ netCents }) => netCents < 0)) {
    return [singleLine];
  }
  return differenceCents === 0 ? lines : [...lines, createLine("Service charge", differenceCents)];
}

function createLine(name: string, netCents: Cents): ExportedLine {
  return { name, note: "", quantity: "1", unitPriceCents: netCents, netCents };
}
