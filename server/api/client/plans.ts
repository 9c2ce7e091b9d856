import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import {
  findCurrentPlan,
  getCancellationDate,
  getPlanActions,
  getPlanStatus,
  type PlanStatus,
} from "#domain/subscriptions/plan.ts";
import { OPEN_CHECKOUT_HOURS } from "#domain/subscriptions/plan-checkout.ts";
import { PlanRequest } from "#domain/subscriptions/plan-request.ts";
import { requireClient } from "#server/api/client/require-client.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { type CheckoutSyncContext, startCheckoutSync } from "#server/payments/sync/start-sync.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const Checkout = z.object({
  tierId: z.guid("Choose a plan"),
  /** Whether the client confirms that the last checkout was not paid. */
  isRepeated: z.optional(z.boolean()),
});
const RequestPath = z.object({ id: z.guid() });

/**
 * `POST /api/client/plan-checkouts` returns the checkout link of a plan, unless the client has a plan already, or
 * has an unconfirmed checkout and does not confirm that it was not paid. In the second case, it starts a sync. `POST
 * /api/client/plan-requests` requests to change, cancel or keep the client's plan, and `POST
 * /api/client/plan-requests/{id}/withdraw` withdraws an open request, unless the change was sent to Square. A job emails the
 * firm and the client.
 */
export function createPlanRoutes({
  database,
  now,
  payments,
}: Pick<Services, "database" | "now"> & { payments: CheckoutSyncContext }) {
  const clientsOnly = requireClient(
    { database },
    "billing",
    "Your role doesn't include support plans. Ask an owner for access.",
  );
  return new Hono<CallerEnv>()
    .post(
      "/client/plan-checkouts",
      clientsOnly,
      validateJson(Checkout, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const checkout = context.req.valid("json");
        const url = await database.asCaller(context.var.caller, (query) => startCheckout(query, checkout));
        if (url === null) {
          // The client may have paid, and Square's event may have been lost.
          await startCheckoutSync(payments);
          throw openCheckoutError();
        }
        context.header("cache-control", "no-store");
        return context.json({ success: true, url });
      },
    )
    .post(
      "/client/plan-requests",
      clientsOnly,
      validateJson(PlanRequest, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const request = context.req.valid("json");
        await database.asCaller(context.var.caller, (query) => requestPlan(query, request, now()));
        return context.json({ success: true }, 201);
      },
    )
    .post(
      "/client/plan-requests/:id/withdraw",
      clientsOnly,
      validateParams(RequestPath, unknownRequestError),
      async (context) => {
        const { id } = context.req.valid("param");
        await database.asCaller(context.var.caller, (query) => withdrawRequest(query, id));
        return context.json({ success: true });
      },
    );
}

/** The caller's subscriptions, as the row policies allow. */
function listOwnSubscriptions(query: Query) {
  return query(
    `select id, tier_id, status, current_period_end::text as current_period_end, ends_on::text as ends_on
       from public.client_subscriptions
      where client_id = (select access.current_client_id()) and status <> 'cancelled' order by created_at`,
  );
}

/** Returns the checkout link, or null if the client has an open checkout and does not confirm that it was not paid. */
async function startCheckout(
  query: Query,
  { tierId, isRepeated = false }: z.infer<typeof Checkout>,
): Promise<string | null> {
  const subscriptions = await listOwnSubscriptions(query);
  if (!getPlanActions(subscriptions).subscribe) {
    throw new ApiError(409, "plan_exists", getPlanExistsMessage(getPlanStatus(subscriptions)));
  }
  const [tier] = await query("select square_checkout_url from public.subscription_tiers where id = $1", [
    tierId,
  ]);
  if (!tier) {
    throw new ApiError(404, "unknown_tier", "This plan is no longer available.");
  }
  if (!tier.square_checkout_url) {
    throw new ApiError(409, "no_checkout", `Contact ${brand.contactEmail} to subscribe to this plan.`);
  }
  const [started] = await query("select endpoints.start_plan_checkout($1, $2, $3) as outcome", [
    tierId,
    isRepeated,
    OPEN_CHECKOUT_HOURS * 60,
  ]);
  return started?.outcome === "started" ? tier.square_checkout_url : null;
}

function openCheckoutError(): ApiError {
  return new ApiError(
    409,
    "checkout_open",
    "Your last checkout isn't confirmed yet. If you paid, your plan appears within a few minutes. To open another checkout, confirm that you didn't pay.",
  );
}

function getPlanExistsMessage(status: PlanStatus): string {
  if (status === "past_due") {
    return "Your plan has an unpaid invoice. Pay it under Billing instead of subscribing again.";
  }
  if (status === "paused") {
    return "Your plan is paused. Contact us to resume or change it.";
  }
  return "You already have a plan. Request a change instead.";
}

async function requestPlan(query: Query, request: PlanRequest, now: Date): Promise<void> {
  const subscriptions = await listOwnSubscriptions(query);
  const actions = getPlanActions(subscriptions);
  const plan = findCurrentPlan(subscriptions);
  const isAllowed = {
    change: actions.requestChange,
    cancel: actions.requestCancellation,
    keep: actions.requestKeeping,
  }[request.kind];
  if (request.kind === "keep" && !isAllowed) {
    throw getPlanStatus(subscriptions) === "duplicate" ? duplicatePlansError() : notEndingError();
  }
  if (!plan || !isAllowed) {
    throw new ApiError(409, "no_active_plan", "You don't have a plan that you can change or cancel here.");
  }
  const tierId = request.kind === "change" ? request.tierId : null;
  if (tierId !== null) {
    const [tier] = await query("select id from public.subscription_tiers where id = $1 and is_active", [
      tierId,
    ]);
    if (!tier) {
      throw new ApiError(404, "unknown_tier", "This plan is no longer available.");
    }
    if (tier.id === plan.tier_id) {
      throw new ApiError(400, "invalid_input", "Choose a plan other than your current one.");
    }
  }
  const effectiveOn = {
    change: null,
    cancel: getCancellationDate(plan, firmToday(now)),
    keep: plan.ends_on,
  }[request.kind];
  const [row] = await query("select endpoints.request_plan($1, $2, $3, $4, $5) as outcome", [
    plan.id,
    request.kind,
    tierId,
    request.note,
    effectiveOn,
  ]);
  if (row?.outcome === "already-open") {
    throw new ApiError(
      409,
      "already_open",
      "You already have an open request. Withdraw it to send a new one.",
    );
  }
  if (row?.outcome === "too-many") {
    throw new ApiError(429, "too_many_requests", "You've sent too many requests. Try again in an hour.", {
      "Retry-After": "3600",
    });
  }
  if (row?.outcome === "not-ending") {
    throw notEndingError();
  }
  if (row?.outcome === "unknown-subscription") {
    throw new ApiError(
      404,
      "unknown_plan",
      "This plan is no longer yours. Reload the page to see your plans.",
    );
  }
  if (row?.outcome !== "created") {
    throw new Error(`unexpected outcome of a plan request: ${row?.outcome}`);
  }
}

async function withdrawRequest(query: Query, id: string): Promise<void> {
  const [row] = await query("select endpoints.withdraw_plan_request($1) as outcome", [id]);
  if (row?.outcome === "withdrawn") {
    return;
  }
  if (row?.outcome === "sent") {
    throw new ApiError(
      409,
      "already_sent",
      "We've already sent this cancellation to Square, so you can't withdraw it. When this page shows your plan's last day, select Keep plan.",
    );
  }
  if (row?.outcome === "kept") {
    throw new ApiError(
      409,
      "already_sent",
      "We're already keeping your plan, so you can't withdraw this request. To end the plan, request a cancellation.",
    );
  }
  const [existing] = await query("select 1 from public.plan_requests where id = $1", [id]);
  if (!existing) {
    throw unknownRequestError();
  }
  throw new ApiError(409, "already_answered", "This request is no longer open.");
}

function notEndingError(): ApiError {
  return new ApiError(
    409,
    "not_ending",
    "Your plan isn't scheduled to end. Reload the page to see its status.",
  );
}

function duplicatePlansError(): ApiError {
  return new ApiError(
    409,
    "duplicate_plans",
    "You have more than one plan. Send us a message about the one that you want to keep.",
  );
}

function unknownRequestError(): ApiError {
  return new ApiError(404, "unknown_request", "This request no longer exists.");
}
