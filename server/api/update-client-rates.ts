import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { RATES_SAVED, UpdateClientRates } from "#domain/client-rates-form.ts";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 256 * 1024;

/**
 * `POST /api/admin/update-client-rates` (specification section 7): replaces all rate cards of a client by the sent
 * ones, in one transaction. Of two administrators saving at once, one whole set wins.
 */
export function updateClientRates({ database, sessions }: Pick<Services, "database" | "sessions">): Hono {
  const app = new Hono();
  app.post("/api/admin/update-client-rates", bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const administrator = await sessions.requireAdmin(context);
    const request = await jsonBody(context, UpdateClientRates);
    // No role of a browser may write rates, so the policies are bypassed, in the administrator's name.
    await database.bypassingPolicies(
      { reason: "replace the rates of a client", actor: administrator.sub },
      (query) => replaceRates(query, request),
    );
    return context.json({ success: true, message: RATES_SAVED });
  });
  return app;
}

async function replaceRates(query: Query, { clientId, rates }: UpdateClientRates): Promise<void> {
  // The client's row is the lock: without it, two sets saved at once would both survive the other's delete.
  const [client] = await query("select id from public.clients where id = $1 for update", [clientId]);
  if (!client) throw new ApiError(404, "unknown_client", "This client does not exist any more.");
  await query("delete from public.client_rates where client_id = $1", [clientId]);
  await query(
    `insert into public.client_rates
            (client_id, service_type, hourly_rate, monthly_retainer, discount_tier, description, effective_from)
     select $1, rate."serviceType", rate."hourlyRate", rate."monthlyRetainer", rate."discountTier", rate.description,
            rate."effectiveFrom"
       from jsonb_to_recordset($2::jsonb) as rate ("serviceType" text, "hourlyRate" numeric, "monthlyRetainer" numeric,
                                                   "discountTier" text, description text, "effectiveFrom" date)`,
    [clientId, JSON.stringify(rates)],
  );
}
