import type { Service } from "#domain/firm/service.ts";
import { type Dollars, dollars } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A rate card. Amounts are in dollars. */
export type RateCard = {
  service_type: string;
  hourly_rate: Dollars;
  monthly_retainer: Dollars | null;
  discount_tier: string | null;
  description: string;
};

const DEFAULT_RATES = {
  "AI Security Assessment": {
    hourly: 350,
    retainer: 25_000,
    description: "Review and testing of your AI systems, with a prioritized report of what to fix.",
  },
  "AI Security Governance": {
    hourly: 300,
    retainer: 20_000,
    description: "Policies, controls and audit evidence for your use of AI.",
  },
  "AI Engineering Acceleration": {
    hourly: 275,
    retainer: 18_000,
    description: "Senior engineers who ship AI features with you, securely.",
  },
} satisfies Record<Service, { hourly: number; retainer: number; description: string }>;

/** Used in the portal and the admin area when a client has no rate cards. */
export const DEFAULT_RATE_CARDS: readonly RateCard[] = Object.entries(DEFAULT_RATES).map(
  ([service, rate]) => ({
    service_type: service,
    hourly_rate: dollars(rate.hourly),
    monthly_retainer: dollars(rate.retainer),
    discount_tier: null,
    description: rate.description,
  }),
);

export function rateCardsOrDefaults(rates: readonly Tables<"client_rates">[]): readonly RateCard[] {
  return rates.length > 0 ? rates : DEFAULT_RATE_CARDS;
}
