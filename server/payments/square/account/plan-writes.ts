import type { PlanWriter } from "#server/payments/payment-provider.ts";
import type { AccountContext } from "#server/payments/square/account/account-context.ts";
import { mapSubscriptions } from "#server/payments/square/account/subscription-reads.ts";
import { readJson } from "#server/payments/square/client/read-json.ts";
import { nullIfNotFound } from "#server/payments/square/client/square-errors.ts";

/** Ends and keeps plans. Square takes no idempotency key for these requests, so each one is sent once. */
export function createPlanWriter(context: AccountContext): PlanWriter {
  const path = (id: string) => `/v2/subscriptions/${encodeURIComponent(id)}`;
  return {
    async get(id) {
      const response = await nullIfNotFound(
        context.call((client) => client.subscriptions.get({ subscriptionId: id, include: "actions" })),
      );
      if (!response?.subscription) {
        return null;
      }
      const [subscription] = await mapSubscriptions(context, [response.subscription]);
      const cancelAction = response.subscription.actions?.find(({ type }) => type === "CANCEL");
      return subscription ? { subscription, cancelActionId: cancelAction?.id ?? null } : null;
    },
    async end(id) {
      await readJson(context.call, { path: `${path(id)}/cancel`, body: {} });
    },
    async keep(id, actionId) {
      await readJson(context.call, {
        path: `${path(id)}/actions/${encodeURIComponent(actionId)}`,
        method: "DELETE",
      });
    },
  };
}
