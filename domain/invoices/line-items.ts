import { type Cents, cents, ZERO_CENTS } from "#domain/money/money.ts";

/** A line item as stored in `invoices.line_items`. Amounts are in cents. */
export type StoredLineItem = {
  name: string;
  note?: string;
  /** A decimal number, such as "2.5". */
  quantity: string;
  unit_price: number;
  /** The unit price times the quantity, before discounts and taxes. */
  gross: number;
  discount: number;
  tax: number;
  /** The gross amount minus the discount, plus the tax. */
  total: number;
};

export type LineItem = {
  name: string;
  note: string;
  quantity: string;
  unitPriceCents: Cents;
  grossCents: Cents;
  discountCents: Cents;
  taxCents: Cents;
  totalCents: Cents;
};

/** Parses the stored `line_items`. Skips invalid entries. */
export function parseLineItems(stored: unknown): LineItem[] {
  return Array.isArray(stored) ? stored.filter(isObject).map(parseLineItem) : [];
}

function parseLineItem(stored: Record<string, unknown>): LineItem {
  return {
    name: parseText(stored.name),
    note: parseText(stored.note),
    quantity: parseText(stored.quantity) || "1",
    unitPriceCents: parseCents(stored.unit_price),
    grossCents: parseCents(stored.gross),
    discountCents: parseCents(stored.discount),
    taxCents: parseCents(stored.tax),
    totalCents: parseCents(stored.total),
  };
}

function parseText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function parseCents(value: unknown): Cents {
  return typeof value === "number" && Number.isSafeInteger(value) ? cents(value) : ZERO_CENTS;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
