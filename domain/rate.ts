import type { Dollars } from "#domain/money.ts";
import type { Service } from "#domain/service.ts";
import type { Tables } from "#supabase/database.types.ts";

/** A rate card as screens show it, in dollars. */
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
    description: "Review and testing of AI systems, with a report of what to mend first.",
  },
  "AI Security Governance": {
    hourly: 300,
    retainer: 20_000,
    description: "Policies, controls and evidence for the use of AI.",
  },
  "AI Engineering Acceleration": {
    hourly: 275,
    retainer: 18_000,
    description: "Senior engineers who bring AI into your delivery, safely.",
  },
} satisfies Record<Service, { hourly: number; retainer: number; description: string }>;

/** The cards of a client without rates of its own (specification section 3): in the portal and for the administrator. */
export const DEFAULT_RATE_CARDS: readonly RateCard[] = Object.entries(DEFAULT_RATES).map(
  ([service, rate]) => ({
    service_type: service,
    hourly_rate: rate.hourly,
    monthly_retainer: rate.retainer,
    discount_tier: null,
    description: rate.description,
  }),
);

/** A client's own cards, or the default ones when there are none. */
export function rateCardsOf(rates: readonly Tables<"client_rates">[]): readonly RateCard[] {
  return rates.length > 0 ? rates : DEFAULT_RATE_CARDS;
}
