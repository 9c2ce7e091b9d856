import type { WebhookSubscription } from "#server/payments/payment-provider.ts";
import {
  createSquareClient,
  type SquareClientOptions,
} from "#server/payments/square/client/square-client.ts";
import { withProviderErrors } from "#server/payments/square/client/square-request.ts";

/** Lists the application's webhook subscriptions, including disabled ones. @throws {ProviderError} */
export async function listWebhookSubscriptions(
  options: SquareClientOptions,
  personalAccessToken: string,
): Promise<WebhookSubscription[]> {
  const client = await createSquareClient(options, async () => personalAccessToken);
  return withProviderErrors(readAll());

  async function readAll(): Promise<WebhookSubscription[]> {
    const subscriptions: WebhookSubscription[] = [];
    for await (const subscription of await client.webhooks.subscriptions.list({ includeDisabled: true })) {
      subscriptions.push({
        url: subscription.notificationUrl ?? "",
        isEnabled: subscription.enabled ?? false,
        eventTypes: subscription.eventTypes ?? [],
      });
    }
    return subscriptions;
  }
}
