import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { AssignInvoice } from "#domain/assign-invoice.ts";
import type { Query } from "#server/database.ts";
import { Refusal } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 4 * 1024;

/**
 * `POST /api/admin/invoices/{id}/assign` gives an invoice the sync could not match to a client. The sync leaves a
 * client that was assigned by hand. An invoice that has a client already, by whatever hand, is refused with 409.
 */
export function adminInvoices({ database, sessions }: Pick<Services, "database" | "sessions">): Hono {
  const app = new Hono();
  app.post("/api/admin/invoices/:id/assign", bodyLimit({ maxSize: LARGEST_BODY_BYTES }), async (context) => {
    const { sub } = await sessions.requireAdmin(context);
    const id = z.guid().safeParse(context.req.param("id"));
    const { clientId } = await jsonBody(context, AssignInvoice);
    if (!id.success) throw unknownInvoice();
    // client_id is no administrator's column: past this rule an invoice could be moved between clients.
    await database.bypassingPolicies({ reason: "assign an invoice", actor: sub }, (query) =>
      assign(query, id.data, clientId),
    );
    return context.json({ success: true });
  });
  return app;
}

async function assign(query: Query, id: string, clientId: string): Promise<void> {
  const [client] = await query("select id from public.clients where id = $1 for share", [clientId]);
  if (!client) throw new Refusal(404, "unknown_client", "This client does not exist any more.");
  const assigned = await query(
    `update public.invoices set client_id = $2, client_assigned_manually = true
      where id = $1 and client_id is null returning id`,
    [id, clientId],
  );
  if (assigned.length > 0) return;
  const [known] = await query("select 1 from public.invoices where id = $1", [id]);
  if (!known) throw unknownInvoice();
  throw new Refusal(409, "has_client", "This invoice has a client already.");
}

function unknownInvoice(): Refusal {
  return new Refusal(404, "unknown_invoice", "This invoice does not exist any more.");
}
