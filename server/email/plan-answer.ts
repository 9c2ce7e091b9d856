import { brand } from "#brand";
import type { Query } from "#server/database/database.ts";
import { listClientRecipients, queueClientEmails } from "#server/email/client-email.ts";
import { type FirmEmailConfig, getFirmRecipients } from "#server/email/firm-email.ts";
import { type PlanRequestDetails, planRequestAnswered } from "#server/email/messages/plan.ts";
import type { OutgoingEmail } from "#server/email/outbox.ts";

type AnsweredRequest = PlanRequestDetails & { id: string; client_id: string };

/** Returns a plan request with the names that its emails mention. */
export async function readAnsweredRequest(query: Query, id: string): Promise<AnsweredRequest> {
  const [request] = await query(
    `select request.id, request.client_id, request.kind, request.note, request.effective_on::text as effective_on,
            client.company, client.contact_person, current.tier_name as current_tier_name,
            requested.tier_name
       from public.plan_requests as request
       join public.clients as client on client.id = request.client_id
       join public.client_subscriptions as subscription on subscription.id = request.subscription_id
       join public.subscription_tiers as current on current.id = subscription.tier_id
       left join public.subscription_tiers as requested on requested.id = request.requested_tier_id
      where request.id = $1`,
    [id],
  );
  if (!request) {
    throw new Error(`the client or plan of request ${id} is missing`);
  }
  const { current_tier_name: currentTierName, tier_name: tierName, ...details } = request;
  return { ...details, currentTierName, tierName };
}

/** Queues the emails about the answer to a plan request with `queue`. */
export async function queueAnswerEmails(
  query: Query,
  {
    request,
    answer,
    config,
  }: { request: AnsweredRequest; answer: string; config: FirmEmailConfig & { publicUrl: string } },
  queue: (email: OutgoingEmail) => Promise<unknown>,
): Promise<void> {
  const replyTo = (await getFirmRecipients(query, config))[0];
  await queueClientEmails(
    await listClientRecipients(query, request.client_id, "billing"),
    ({ name }) => ({
      deduplicationKey: `plan-request-answered:${request.id}`,
      kind: "plan-request-answered",
      replyTo,
      ...planRequestAnswered({ ...request, contact_person: name }, answer, config.publicUrl, brand),
    }),
    queue,
  );
}
