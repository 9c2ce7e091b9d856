import type { Money } from "./money.ts";

export type InvoiceStatus =
  | "DRAFT"
  | "SCHEDULED"
  | "UNPAID"
  | "PARTIALLY_PAID"
  | "PAYMENT_PENDING"
  | "PAID"
  | "PARTIALLY_REFUNDED"
  | "REFUNDED"
  | "CANCELED"
  | "FAILED";

export type PaymentRequest = {
  uid: string;
  request_type: "BALANCE" | "DEPOSIT" | "INSTALLMENT";
  /** YYYY-MM-DD in the invoice's time zone. */
  due_date: string;
  fixed_amount_requested_money?: Money;
  /** A decimal string, such as "33.33". */
  percentage_requested?: string;
  tipping_enabled: boolean;
  automatic_payment_source: "NONE" | "CARD_ON_FILE" | "BANK_ON_FILE";
  card_id?: string;
  reminders?: { uid: string; relative_scheduled_days: number; message: string; status: string }[];
  computed_amount_money: Money;
  total_completed_amount_money: Money;
};

type InvoiceRecipient = {
  customer_id: string;
  given_name?: string;
  family_name?: string;
  email_address?: string;
  phone_number?: string;
  company_name?: string;
};

export type AcceptedPaymentMethods = {
  card: boolean;
  square_gift_card: boolean;
  bank_account: boolean;
  buy_now_pay_later: boolean;
  cash_app_pay: boolean;
};

export type Invoice = {
  id: string;
  version: number;
  location_id: string;
  order_id: string;
  primary_recipient: InvoiceRecipient;
  payment_requests: PaymentRequest[];
  delivery_method: "EMAIL" | "SHARE_MANUALLY" | "SMS";
  invoice_number: string;
  title?: string;
  description?: string;
  scheduled_at?: string;
  public_url?: string;
  /** Computed on read; see rules/next-payment.ts. */
  next_payment_amount_money?: Money;
  status: InvoiceStatus;
  timezone: string;
  created_at: string;
  updated_at: string;
  accepted_payment_methods: AcceptedPaymentMethods;
  custom_fields?: { label: string; value: string; placement: string }[];
  subscription_id?: string;
  sale_or_service_date?: string;
  store_payment_method_enabled: boolean;
};
