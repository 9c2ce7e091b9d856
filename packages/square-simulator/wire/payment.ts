import type { Money } from "./money.ts";

export type ProcessingFee = { type: "INITIAL" | "ADJUSTMENT"; amount_money: Money; effective_at: string };

export type Payment = {
  id: string;
  created_at: string;
  updated_at: string;
  /** The amount without the tip. */
  amount_money: Money;
  tip_money?: Money;
  /** The amount plus the tip. */
  total_money: Money;
  approved_money?: Money;
  /** Absent until the payment is completed. */
  processing_fee?: ProcessingFee[];
  /** The refunded amount, including pending refunds. Absent if there are no refunds. */
  refunded_money?: Money;
  status: "APPROVED" | "PENDING" | "COMPLETED" | "CANCELED" | "FAILED";
  source_type: "CARD" | "BANK_ACCOUNT" | "WALLET";
  card_details?: {
    status: string;
    card: { card_brand: string; last_4: string; exp_month: number; exp_year: number };
    entry_method: string;
  };
  bank_account_details?: {
    bank_name: string;
    transfer_type: "ACH";
    account_ownership_type: string;
    country: string;
  };
  wallet_details?: { status: string; brand: "CASH_APP" };
  location_id: string;
  order_id: string;
  customer_id?: string;
  buyer_email_address?: string;
  refund_ids?: string[];
  receipt_number: string;
  receipt_url: string;
  version_token: string;
};

export type PaymentRefund = {
  id: string;
  status: "PENDING" | "COMPLETED" | "REJECTED" | "FAILED";
  location_id: string;
  destination_type: "CARD" | "BANK_ACCOUNT" | "WALLET";
  amount_money: Money;
  payment_id: string;
  /** The returned fee, as a negative amount. Absent if Square keeps the fee. */
  processing_fee?: ProcessingFee[];
  /** The refund's order, not the payment's. */
  order_id: string;
  reason: string;
  created_at: string;
  updated_at: string;
};
