import type { Config } from "#server/config.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { describeError, type Finding, ok, problem, skipped } from "./finding.ts";

const CHECK = "Event types";

/** Checks that the webhook subscription at Square is enabled and includes all required event types. */
export async function checkEventTypes(
  { square }: Pick<Config, "square">,
  provider: Pick<PaymentProvider, "eventTypes" | "listWebhookSubscriptions"> | null,
): Promise<Finding> {
  if (!provider) {
    return skipped(CHECK, "SQUARE_MODE is off");
  }
  if (!square.personalAccessToken) {
    return skipped(
      CHECK,
      "SQUARE_PERSONAL_ACCESS_TOKEN is not set; compare the subscription in the Square Developer Console with docs/square.md",
    );
  }
  try {
    const subscriptions = await provider.listWebhookSubscriptions(square.personalAccessToken);
    const matching = subscriptions.filter(({ url, isEnabled }) => isEnabled && url === square.webhookUrl);
    if (matching.length === 0) {
      return problem(
        CHECK,
        `no enabled webhook subscription has the URL ${square.webhookUrl}`,
        "Add or enable the subscription in the Square Developer Console, or correct SQUARE_WEBHOOK_URL.",
      );
    }
    const subscribed = new Set(matching.flatMap(({ eventTypes }) => eventTypes));
    const missing = provider.eventTypes.filter((type) => !subscribed.has(type));
    return missing.length === 0
      ? ok(CHECK, `subscribed to all ${provider.eventTypes.length} required event types`)
      : problem(
          CHECK,
          `not subscribed to ${missing.join(", ")}`,
          "Add these event types to the subscription in the Square Developer Console.",
        );
  } catch (error) {
    return problem(
      CHECK,
      describeError(error),
      "Check that this machine can reach Square, and check SQUARE_PERSONAL_ACCESS_TOKEN.",
    );
  }
}
