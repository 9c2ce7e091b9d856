import { Hono } from "hono";
import { RATES_SAVED_MESSAGE, UpdateClientRates } from "#domain/rates/client-rates-form.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 256 * 1024;

/**
 * `POST /api/admin/update-client-rates` replaces all rate cards of a client in one transaction. If two administrators
 * save at the same time, one complete set wins.
 */
export function createClientRateRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>().post(
    "/update-client-rates",
    validateJson(UpdateClientRates, { maxBytes: MAX_BODY_BYTES }),
    async (context) => {
      const { caller } = context.var;
      const request = context.req.valid("json");
      await database.asCaller(caller, (query) => replaceRates(query, request));
      return context.json({ success: true, message: RATES_SAVED_MESSAGE });
    },
  );
}

async function replaceRates(query: Query, { clientId, rates }: UpdateClientRates): Promise<void> {
  // Lock the client row. Otherwise each of two concurrent saves would miss the rows inserted by the other.
  const [client] = await query("select id from public.clients where id = $1 for update", [clientId]);
  if (!client) {
    throw new ApiError(404, "unknown_client", "This client no longer exists.");
  }
  await query("delete from endpoints.client_rates where client_id = $1", [clientId]);
  await query(
    `insert into endpoints.client_rates
            (client_id, service_type, hourly_rate, monthly_retainer, discount_tier, description, effective_from)
     select $1, rate."serviceType", rate."hourlyRate", rate."monthlyRetainer", rate."discountTier", rate.description,
            rate."effectiveFrom"
       from jsonb_to_recordset($2::jsonb) as rate ("serviceType" text, "hourlyRate" numeric, "monthlyRetainer" numeric,
                                                   "discountTier" text, description text, "effectiveFrom" date)`,
    [clientId, JSON.stringify(rates)],
  );
}
