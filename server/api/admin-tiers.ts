import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { Tier, TierOrder } from "#domain/tier-form.ts";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import { checkoutAddressCheck } from "#server/payments/square/payment-address.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 32 * 1024;
const UNIQUE_VIOLATION = "23505";
const FOREIGN_LINK = "The checkout link must be an https address at Square";

/**
 * Support plans: `POST /api/admin/tiers` adds one at the end, `PUT /api/admin/tiers/{id}` changes one, `POST
 * /api/admin/tiers/order` puts all in another order. Plans are taken off the offer, never deleted: subscriptions
 * refer to them.
 */
export function adminTiers({
  database,
  sessions,
  config,
}: Pick<Services, "database" | "sessions" | "config">): Hono {
  const app = new Hono();
  const limited = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  const checkoutAddress = checkoutAddressCheck(config.square.mode, config.publicUrl);
  const tierIn = async (context: Context): Promise<Tier> => {
    const tier = await jsonBody(context, Tier);
    if (!tier.checkoutUrl) return { ...tier, checkoutUrl: null };
    const checkoutUrl = checkoutAddress(tier.checkoutUrl);
    if (!checkoutUrl) throw new ApiError(400, "foreign_link", FOREIGN_LINK);
    return { ...tier, checkoutUrl };
  };
  app.post("/api/admin/tiers/order", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const { ids } = await jsonBody(context, TierOrder);
    await database.bypassingPolicies({ reason: "order the support plans", actor: sub }, (query) =>
      putInOrder(query, ids),
    );
    return context.json({ success: true });
  });
  app.post("/api/admin/tiers", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const tier = await tierIn(context);
    const id = await database
      .bypassingPolicies({ reason: "add a support plan", actor: sub }, (query) => add(query, tier))
      .catch(refuseTakenName);
    return context.json({ success: true, id }, 201);
  });
  app.put("/api/admin/tiers/:id", limited, async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = z.guid().safeParse(context.req.param("id"));
    const tier = await tierIn(context);
    const changed = await database
      .bypassingPolicies({ reason: "change a support plan", actor: sub }, (query) =>
        id.success ? change(query, id.data, tier) : Promise.resolve([]),
      )
      .catch(refuseTakenName);
    if (changed.length === 0) throw new ApiError(404, "unknown_tier", "This plan does not exist any more.");
    return context.json({ success: true });
  });
  return app;
}

const columnsOf = (tier: Tier) => [
  tier.name,
  tier.monthlyPrice,
  tier.features,
  tier.isPopular,
  tier.isActive,
  tier.checkoutUrl,
];

async function add(query: Query, tier: Tier): Promise<string | undefined> {
  const [added] = await query<{ id: string }>(
    `insert into public.subscription_tiers
            (tier_name, monthly_price, features, is_popular, is_active, square_checkout_url, display_order)
     select $1, $2, $3, $4, $5, $6, coalesce(max(display_order) + 1, 1) from public.subscription_tiers returning id`,
    columnsOf(tier),
  );
  return added?.id;
}

function change(query: Query, id: string, tier: Tier): Promise<{ id: string }[]> {
  return query<{ id: string }>(
    `update public.subscription_tiers
        set tier_name = $1, monthly_price = $2, features = $3, is_popular = $4, is_active = $5, square_checkout_url = $6
      where id = $7 returning id`,
    [...columnsOf(tier), id],
  );
}

async function putInOrder(query: Query, ids: string[]): Promise<void> {
  // Locked, so that a plan added meanwhile is seen, and two orders do not mix.
  const known = await query<{ id: string }>(
    "select id from public.subscription_tiers order by id for update",
  );
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  if (known.length !== wanted.size || known.some(({ id }) => !wanted.has(id)))
    throw new ApiError(409, "stale_order", "The plans have changed meanwhile. Please look again.");
  await query(
    `update public.subscription_tiers as tier set display_order = place.number
       from unnest($1::uuid[]) with ordinality as place (id, number)
      where tier.id = place.id and tier.display_order <> place.number`,
    [ids],
  );
}

function refuseTakenName(cause: unknown): never {
  const code = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
  if (code === UNIQUE_VIOLATION) throw new ApiError(409, "name_taken", "Another plan has this name.");
  throw cause;
}
