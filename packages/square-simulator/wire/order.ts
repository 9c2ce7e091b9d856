import type { Money } from "./money.ts";

export type OrderLineItem = {
  uid: string;
  name: string;
  quantity: string;
  item_type: "ITEM" | "CUSTOM_AMOUNT";
  note?: string;
  variation_name?: string;
  catalog_object_id?: string;
  base_price_money: Money;
  gross_sales_money: Money;
  total_tax_money: Money;
  total_discount_money: Money;
  total_money: Money;
  variation_total_price_money: Money;
  applied_discounts?: { uid: string; discount_uid: string; applied_money: Money }[];
};

export type OrderDiscount = {
  uid: string;
  name: string;
  type: "FIXED_AMOUNT";
  scope: "ORDER";
  amount_money: Money;
  applied_money: Money;
};

export type Tender = {
  /** The tender id, which equals the payment id. */
  id: string;
  location_id: string;
  /** The order id. */
  transaction_id: string;
  created_at: string;
  /** The amount including the tip. */
  amount_money: Money;
  tip_money?: Money;
  customer_id?: string;
  type: "CARD" | "BANK_ACCOUNT" | "WALLET";
  card_details?: { status: string; card: { card_brand: string; last_4: string }; entry_method: string };
  bank_account_details?: { status: "PENDING" | "COMPLETED" | "FAILED" };
  payment_id: string;
};

/** The amount that a refund's order returns, and its source order. */
type OrderReturn = {
  uid: string;
  source_order_id: string;
  return_amounts: { total_money: Money };
};

export type Order = {
  id: string;
  location_id: string;
  reference_id?: string;
  source: { name: string };
  metadata?: Record<string, string>;
  customer_id?: string;
  line_items: OrderLineItem[];
  discounts?: OrderDiscount[];
  tenders?: Tender[];
  /** Only in the order of a refund. An invoice's order does not contain its refunds. */
  returns?: OrderReturn[];
  created_at: string;
  updated_at: string;
  closed_at?: string;
  state: "OPEN" | "COMPLETED" | "CANCELED" | "DRAFT";
  version: number;
  /** The total without tips, which are in `total_tip_money`. */
  total_money: Money;
  total_tax_money: Money;
  total_discount_money: Money;
  total_tip_money: Money;
  total_service_charge_money: Money;
  net_amount_due_money: Money;
};
