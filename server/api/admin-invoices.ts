import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { AssignInvoice } from "#domain/assign-invoice.ts";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 4 * 1024;

/**
 * `POST /api/admin/invoices/{id}/assign` gives an invoice the sync could not match to a client. The sync leaves a
 * client that was assigned by hand. An invoice that has a client already, by whatever hand, is refused with 409.
 *
 * `POST /api/admin/invoices/{id}/unassign` takes back what was assigned by hand to the named client; the next sync may
 * match the invoice again. Refused with 409 when a sync gave it the client, when it has another one by now, and while
 * it is linked to a project.
 */
export function adminInvoices({ database, sessions }: Pick<Services, "database" | "sessions">): Hono {
  const app = new Hono();
  for (const [act, { reason, run }] of Object.entries(ACTS))
    app.post(
      `/api/admin/invoices/:id/${act}`,
      bodyLimit({ maxSize: LARGEST_BODY_BYTES }),
      async (context) => {
        const { sub } = await sessions.requireAdmin(context);
        const id = z.guid().safeParse(context.req.param("id"));
        const { clientId } = await jsonBody(context, AssignInvoice);
        if (!id.success) throw unknownInvoice();
        // client_id is no administrator's column: past these rules an invoice could be moved between clients.
        await database.bypassingPolicies({ reason, actor: sub }, (query) => run(query, id.data, clientId));
        return context.json({ success: true });
      },
    );
  return app;
}

const ACTS = {
  assign: { reason: "assign an invoice", run: assign },
  unassign: { reason: "take back an assignment", run: unassign },
};

async function assign(query: Query, id: string, clientId: string): Promise<void> {
  const [client] = await query("select id from public.clients where id = $1 for share", [clientId]);
  if (!client) throw new ApiError(404, "unknown_client", "This client does not exist any more.");
  const assigned = await query(
    `update public.invoices set client_id = $2, client_assigned_manually = true
      where id = $1 and client_id is null returning id`,
    [id, clientId],
  );
  if (assigned.length > 0) return;
  const [known] = await query("select 1 from public.invoices where id = $1", [id]);
  if (!known) throw unknownInvoice();
  throw new ApiError(409, "has_client", "This invoice has a client already.");
}

async function unassign(query: Query, id: string, clientId: string): Promise<void> {
  const [invoice] = await query<{ client_id: string | null; project_id: string | null; byHand: boolean }>(
    `select client_id, project_id, client_assigned_manually as "byHand"
       from public.invoices where id = $1 for update`,
    [id],
  );
  if (!invoice) throw unknownInvoice();
  if (invoice.client_id !== clientId)
    throw new ApiError(409, "another_client", "This invoice belongs to another client by now, or to none.");
  if (!invoice.byHand)
    throw new ApiError(409, "matched_by_sync", "This invoice has its client from Square: change it there.");
  if (invoice.project_id)
    throw new ApiError(409, "linked_to_project", "Unlink the invoice from its project first.");
  await query("update public.invoices set client_id = null, client_assigned_manually = false where id = $1", [
    id,
  ]);
}

function unknownInvoice(): ApiError {
  return new ApiError(404, "unknown_invoice", "This invoice does not exist any more.");
}
