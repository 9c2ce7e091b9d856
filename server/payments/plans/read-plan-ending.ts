import type { Query } from "#server/database/database.ts";

/** Returns a pending plan ending, or null if it is finished. */
export async function readPlanEnding(query: Query, id: string) {
  const [row] = await query(
    `select ending.id, ending.client_id, ending.plan_request_id, ending.kind,
            ending.confirmed_on::text as confirmed_on, ending.merchant_id, ending.sent_at, ending.created_by,
            ending.requested_at, ending.square_version, subscription.id as subscription_id, subscription.square_subscription_id,
            undone.square_action_id
       from public.plan_endings as ending
       left join public.plan_endings as undone on undone.id = ending.ending_id
       join public.client_subscriptions as subscription on subscription.id = ending.subscription_id
      where ending.id = $1 and ending.status = 'pending'`,
    [id],
  );
  if (!row?.square_subscription_id) {
    return null;
  }
  return {
    id: row.id,
    clientId: row.client_id,
    planRequestId: row.plan_request_id,
    kind: row.kind,
    confirmedOn: row.confirmed_on,
    merchantId: row.merchant_id,
    sentAt: row.sent_at,
    createdBy: row.created_by,
    requestedAt: row.requested_at,
    subscriptionId: row.subscription_id,
    /** The version of the subscription that the administrator saw. Null for a request to end the plan. */
    squareVersion: row.square_version === null ? null : Number(row.square_version),
    /** The scheduled cancellation that is undone. Null if it is unknown, because it was made in Square. */
    squareActionId: row.square_action_id,
    squareSubscriptionId: row.square_subscription_id,
  };
}

export type StoredPlanEnding = NonNullable<Awaited<ReturnType<typeof readPlanEnding>>>;
