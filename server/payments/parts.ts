import type { PaymentProvider } from "#server/payments/provider.ts";
import type { TokenSeal } from "#server/payments/sealed-tokens.ts";
import type { Services } from "#server/services.ts";

/** What the payment room is given by the server. */
export type PaymentServices = Pick<Services, "config" | "keys" | "database" | "jobs" | "log" | "now">;

/** What its files work with, where a provider is configured. */
export type PaymentParts = Pick<PaymentServices, "database" | "jobs" | "log" | "now"> & {
  provider: PaymentProvider;
  seal: TokenSeal;
  /** Who is told when something about the connection needs a person, and the origin of links in that mail. */
  alarm: { recipient: string; publicUrl: string };
};
