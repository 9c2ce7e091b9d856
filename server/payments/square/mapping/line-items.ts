import type { StoredLineItem } from "#domain/invoices/line-items.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
import { moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** Far more than on any real invoice. Limits the size of the stored row. */
const MAX_LINE_ITEMS = 500;

/** Maps an order's line items. @throws {ImportError} for amounts that are not in US dollars */
export function mapLineItems(order: Square.Order | undefined): StoredLineItem[] {
  return (order?.lineItems ?? []).slice(0, MAX_LINE_ITEMS).map((item) => {
    const note = sanitizeText(item.note);
    const unitPrice = moneyToCents(item.basePriceMoney) ?? 0;
    const total = moneyToCents(item.totalMoney) ?? 0;
    const discount = moneyToCents(item.totalDiscountMoney) ?? 0;
    const tax = moneyToCents(item.totalTaxMoney) ?? 0;
    return {
      name: joinNames(item.name, item.variationName),
      ...(note ? { note } : {}),
      quantity: sanitizeText(item.quantity, 20) || "1",
      unit_price: unitPrice,
      gross: moneyToCents(item.grossSalesMoney) ?? total + discount - tax,
      discount,
      tax,
      total,
    };
  });
}

/** Adds the variation's name, unless it is the catalog's default name. */
function joinNames(name: string | null | undefined, variation: string | null | undefined): string {
  const [itemName, variationName] = [sanitizeText(name), sanitizeText(variation)];
  if (!variationName || variationName === "Regular" || variationName === itemName) {
    return itemName;
  }
  return itemName ? `${itemName} (${variationName})` : variationName;
}
