import type { Money } from "./money.ts";

export type SubscriptionAction = {
  id: string;
  type: "CANCEL" | "PAUSE" | "RESUME" | "SWAP_PLAN";
  effective_date: string;
};

export type Subscription = {
  id: string;
  location_id: string;
  plan_variation_id: string;
  customer_id: string;
  start_date: string;
  canceled_date?: string;
  /** Last day of the paid period, YYYY-MM-DD in the subscription's time zone. */
  charged_through_date?: string;
  status: "PENDING" | "ACTIVE" | "CANCELED" | "DEACTIVATED" | "PAUSED";
  /** Newest first. */
  invoice_ids?: string[];
  price_override_money?: Money;
  /** A timestamp in milliseconds that increases with each change. */
  version: number;
  created_at: string;
  card_id?: string;
  timezone: string;
  source: { name: string };
  monthly_billing_anchor_date: number;
  actions?: SubscriptionAction[];
};

type SubscriptionPhase = {
  uid: string;
  cadence: "MONTHLY";
  ordinal: number;
  pricing: { type: "STATIC"; price_money: Money };
};

export type CatalogObject = {
  type: "SUBSCRIPTION_PLAN" | "SUBSCRIPTION_PLAN_VARIATION";
  id: string;
  updated_at: string;
  version: number;
  is_deleted: boolean;
  present_at_all_locations: boolean;
  subscription_plan_data?: {
    name: string;
    subscription_plan_variations: CatalogObject[];
    all_items: boolean;
  };
  subscription_plan_variation_data?: {
    name: string;
    phases: SubscriptionPhase[];
    subscription_plan_id: string;
  };
};

export type PaymentLink = {
  id: string;
  version: number;
  description?: string;
  order_id: string;
  checkout_options?: { subscription_plan_id?: string; redirect_url?: string; allow_tipping?: boolean };
  pre_populated_data?: { buyer_email?: string };
  url: string;
  long_url: string;
  created_at: string;
  updated_at?: string;
};
