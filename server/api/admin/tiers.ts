import { Hono } from "hono";
import { z } from "zod";
import { Tier, TierOrder } from "#domain/subscriptions/tier-form.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { createCheckoutUrlCheck } from "#server/payments/square/payment-url.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 32 * 1024;
const TierPath = z.object({ id: z.guid() });
const UNIQUE_VIOLATION = "23505";
const FOREIGN_LINK_MESSAGE = "Enter an https link to Square";

/**
 * Support plans: `POST /api/admin/tiers` adds a plan at the end, `PUT /api/admin/tiers/{id}` updates one, `POST
 * /api/admin/tiers/order` reorders all. Plans are deactivated but never deleted, because subscriptions reference them.
 */
export function createTierRoutes({ database, config }: Pick<Services, "database" | "config">) {
  const parseCheckoutUrl = createCheckoutUrlCheck(config.square.mode, config.publicUrl);
  const validTier = validateJson(Tier, { maxBytes: MAX_BODY_BYTES });
  const withCheckoutUrl = (tier: Tier): Tier => {
    if (!tier.checkoutUrl) {
      return { ...tier, checkoutUrl: null };
    }
    const checkoutUrl = parseCheckoutUrl(tier.checkoutUrl);
    if (!checkoutUrl) {
      throw new ApiError(400, "foreign_link", FOREIGN_LINK_MESSAGE);
    }
    return { ...tier, checkoutUrl };
  };
  return new Hono<CallerEnv>()
    .post("/tiers/order", validateJson(TierOrder, { maxBytes: MAX_BODY_BYTES }), async (context) => {
      const { caller } = context.var;
      const { ids } = context.req.valid("json");
      await database.asCaller(caller, (query) => reorderTiers(query, ids));
      return context.json({ success: true });
    })
    .post("/tiers", validTier, async (context) => {
      const { caller } = context.var;
      const tier = withCheckoutUrl(context.req.valid("json"));
      const id = await database.asCaller(caller, (query) => addTier(query, tier)).catch(rejectTakenName);
      return context.json({ success: true, id }, 201);
    })
    .put("/tiers/:id", validTier, validateParams(TierPath, unknownTierError), async (context) => {
      const { caller } = context.var;
      const { id } = context.req.valid("param");
      const tier = withCheckoutUrl(context.req.valid("json"));
      const changed = await database
        .asCaller(caller, (query) => updateTier(query, id, tier))
        .catch(rejectTakenName);
      if (changed.length === 0) {
        throw unknownTierError();
      }
      return context.json({ success: true });
    });
}

function unknownTierError(): ApiError {
  return new ApiError(404, "unknown_tier", "This plan no longer exists.");
}

const toColumnValues = (tier: Tier) =>
  [tier.name, tier.monthlyPrice, tier.features, tier.isPopular, tier.isActive, tier.checkoutUrl] as const;

async function addTier(query: Query, tier: Tier): Promise<string | undefined> {
  const [added] = await query(
    `insert into endpoints.subscription_tiers
            (tier_name, monthly_price, features, is_popular, is_active, square_checkout_url, display_order)
     select $1, $2, $3, $4, $5, $6, coalesce(max(display_order) + 1, 1) from endpoints.subscription_tiers returning id`,
    toColumnValues(tier),
  );
  return added?.id;
}

function updateTier(query: Query, id: string, tier: Tier): Promise<{ id: string }[]> {
  return query(
    `update endpoints.subscription_tiers
        set tier_name = $1, monthly_price = $2, features = $3, is_popular = $4, is_active = $5, square_checkout_url = $6
      where id = $7 returning id`,
    [...toColumnValues(tier), id],
  );
}

async function reorderTiers(query: Query, ids: string[]): Promise<void> {
  // Lock all plans, so that concurrent reorders run one after the other.
  const existing = await query("select id from endpoints.subscription_tiers order by id for update");
  const requested = new Set(ids.map((id) => id.toLowerCase()));
  if (existing.length !== requested.size || existing.some(({ id }) => !requested.has(id))) {
    throw new ApiError(409, "stale_order", "The plans have changed. Reload the page and try again.");
  }
  await query(
    `update endpoints.subscription_tiers as tier set display_order = position.number
       from unnest($1::uuid[]) with ordinality as position (id, number)
      where tier.id = position.id and tier.display_order <> position.number`,
    [ids],
  );
}

function rejectTakenName(error: unknown): never {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  if (code === UNIQUE_VIOLATION) {
    throw new ApiError(409, "name_taken", "Another plan already has this name.");
  }
  throw error;
}
