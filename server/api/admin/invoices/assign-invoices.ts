import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { AssignInvoice } from "#domain/invoices/assign-invoice.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;

/**
 * `POST /api/admin/invoices/{id}/assign` assigns an invoice that the sync could not match to a client. Syncs keep a
 * manual assignment. Returns 409 if the invoice already has a client.
 *
 * `POST /api/admin/invoices/{id}/unassign` undoes a manual assignment to the given client. The next sync may match the
 * invoice again. Returns 409 if a sync assigned the client, if the invoice has a different client, and while it is
 * linked to a project.
 */
export function invoiceAssignmentRoutes({ database }: Pick<Services, "database">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  for (const [action, run] of Object.entries(ACTIONS)) {
    app.post(`/invoices/:id/${action}`, bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context) => {
      const { caller } = context.var;
      const id = z.guid().safeParse(context.req.param("id"));
      const { clientId } = await parseJsonBody(context, AssignInvoice);
      if (!id.success) {
        throw unknownInvoiceError();
      }
      await database.asCaller(caller, (query) => run(query, id.data, clientId));
      return context.json({ success: true });
    });
  }
  return app;
}

const ACTIONS = {
  assign,
  unassign,
};

async function assign(query: Query, id: string, clientId: string): Promise<void> {
  const [client] = await query("select id from public.clients where id = $1 for share", [clientId]);
  if (!client) {
    throw new ApiError(404, "unknown_client", "This client no longer exists.");
  }
  const assigned = await query(
    `update endpoints.invoices set client_id = $2, client_assigned_manually = true
      where id = $1 and client_id is null returning id`,
    [id, clientId],
  );
  if (assigned.length > 0) {
    return;
  }
  const [existing] = await query("select 1 from endpoints.invoices where id = $1", [id]);
  if (!existing) {
    throw unknownInvoiceError();
  }
  throw new ApiError(409, "has_client", "This invoice already has a client.");
}

async function unassign(query: Query, id: string, clientId: string): Promise<void> {
  const [invoice] = await query<{ client_id: string | null; project_id: string | null; isManual: boolean }>(
    `select client_id, project_id, client_assigned_manually as "isManual"
       from endpoints.invoices where id = $1 for update`,
    [id],
  );
  if (!invoice) {
    throw unknownInvoiceError();
  }
  if (invoice.client_id !== clientId) {
    throw new ApiError(409, "another_client", "This invoice is no longer assigned to this client.");
  }
  if (!invoice.isManual) {
    throw new ApiError(409, "matched_by_sync", "Square assigned this client. Change the customer in Square.");
  }
  if (invoice.project_id) {
    throw new ApiError(409, "linked_to_project", "Unlink the invoice from its project first.");
  }
  await query(
    "update endpoints.invoices set client_id = null, client_assigned_manually = false where id = $1",
    [id],
  );
}

function unknownInvoiceError(): ApiError {
  return new ApiError(404, "unknown_invoice", "This invoice no longer exists.");
}
