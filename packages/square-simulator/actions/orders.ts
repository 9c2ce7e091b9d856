import { apportion } from "../rules/apportion.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Money } from "../wire/money.ts";
import type { Order, OrderDiscount, OrderLineItem } from "../wire/order.ts";
import type { Payment } from "../wire/payment.ts";
import { emitOrderEvent } from "./emit-events.ts";

export type LineDraft = {
  name: string;
  unitCents: number;
  quantity?: number;
  /** Subtracted from the line's gross amount. */
  discountCents?: number;
  /** Added after the discount. */
  taxCents?: number;
  note?: string;
  catalogObjectId?: string;
};

export type OrderDraft = {
  locationId: string;
  customerId?: string | undefined;
  referenceId?: string | undefined;
  lines: LineDraft[];
  metadata?: Record<string, string> | undefined;
  /** A fixed discount on the whole order. */
  discount?: { uid: string; name: string; cents: number } | undefined;
  currency?: string;
};

/** Creates an open order. Its total is the sum of its lines, including their discounts and taxes. */
export function createOrder(change: Change, draft: OrderDraft): Order {
  const currency = draft.currency ?? "USD";
  const money = (amount: number): Money => ({ amount, currency });
  const lines = applyDiscount(change, draft, currency);
  const total = sumLines(lines, "total_money");
  const order: Order = {
    id: ids.order(change.state),
    location_id: draft.locationId,
    ...(draft.referenceId ? { reference_id: draft.referenceId } : {}),
    source: { name: "Invoices" },
    ...(draft.customerId ? { customer_id: draft.customerId } : {}),
    ...(draft.metadata ? { metadata: draft.metadata } : {}),
    line_items: lines,
    ...(draft.discount ? { discounts: [toDiscount(draft.discount, money)] } : {}),
    created_at: change.at.toISOString(),
    updated_at: change.at.toISOString(),
    state: "OPEN",
    version: 1,
    total_money: money(total),
    total_tax_money: money(sumLines(lines, "total_tax_money")),
    total_discount_money: money(sumLines(lines, "total_discount_money")),
    total_tip_money: money(0),
    total_service_charge_money: money(0),
    net_amount_due_money: money(total),
  };
  change.state.orders[order.id] = order;
  return order;
}

/** Divides a discount on the order among its lines, so that the total is exact. */
function applyDiscount(change: Change, { lines, discount }: OrderDraft, currency: string): OrderLineItem[] {
  if (!discount) {
    return lines.map((line) => createLineItem(change, line, currency));
  }
  const shares = apportion(
    discount.cents,
    lines.map(({ unitCents, quantity = 1 }) => Math.round(unitCents * quantity)),
  );
  return lines.map((line, index) => {
    const discountCents = shares[index] ?? 0;
    return {
      ...createLineItem(change, { ...line, discountCents }, currency),
      applied_discounts: [
        {
          uid: ids.uid(change.state),
          discount_uid: discount.uid,
          applied_money: { amount: discountCents, currency },
        },
      ],
    };
  });
}

function toDiscount(
  { uid, name, cents }: NonNullable<OrderDraft["discount"]>,
  money: (amount: number) => Money,
): OrderDiscount {
  return {
    uid,
    name,
    type: "FIXED_AMOUNT",
    scope: "ORDER",
    amount_money: money(cents),
    applied_money: money(cents),
  };
}

/** Creates a refund's completed order, which references the refunded payment's order. */
export function createRefundOrder(change: Change, payment: Payment, cents: number): Order {
  const order = createOrder(change, {
    locationId: payment.location_id,
    customerId: payment.customer_id,
    lines: [],
    currency: payment.total_money.currency,
  });
  order.state = "COMPLETED";
  order.closed_at = change.at.toISOString();
  order.returns = [
    {
      uid: ids.uid(change.state),
      source_order_id: payment.order_id,
      return_amounts: { total_money: { amount: cents, currency: payment.total_money.currency } },
    },
  ];
  return order;
}

/** Cancels an open order that has no invoice. */
export function cancelOrder(change: Change, order: Order): void {
  order.state = "CANCELED";
  order.closed_at = change.at.toISOString();
  touchOrder(change, order);
  emitOrderEvent(change, "order.updated", order);
}

/** Replaces the lines with one custom amount, as Square does when a partially paid invoice is canceled. */
export function replaceLines(change: Change, order: Order, cents: number): void {
  const { currency } = order.total_money;
  const money = (amount: number): Money => ({ amount, currency });
  const line = createLineItem(change, { name: "", unitCents: cents }, currency);
  order.line_items = [{ ...line, item_type: "CUSTOM_AMOUNT" }];
  order.total_money = money(cents);
  order.total_tax_money = money(0);
  order.total_discount_money = money(0);
  order.net_amount_due_money = money(0);
}

function sumLines(
  lines: readonly OrderLineItem[],
  field: "total_money" | "total_tax_money" | "total_discount_money",
): number {
  return lines.reduce((sum, line) => sum + line[field].amount, 0);
}

function createLineItem(change: Change, line: LineDraft, currency: string): OrderLineItem {
  const quantity = line.quantity ?? 1;
  const money = (amount: number): Money => ({ amount, currency });
  const gross = Math.round(line.unitCents * quantity);
  const { discountCents = 0, taxCents = 0 } = line;
  return {
    uid: ids.uid(change.state),
    name: line.name,
    quantity: String(quantity),
    item_type: "ITEM",
    ...(line.note ? { note: line.note } : {}),
    ...(line.catalogObjectId ? { catalog_object_id: line.catalogObjectId } : {}),
    base_price_money: money(line.unitCents),
    gross_sales_money: money(gross),
    total_tax_money: money(taxCents),
    total_discount_money: money(discountCents),
    total_money: money(gross - discountCents + taxCents),
    variation_total_price_money: money(gross),
  };
}

/** Increments the order's version. */
export function touchOrder(change: Change, order: Order): void {
  order.version += 1;
  order.updated_at = change.at.toISOString();
}
