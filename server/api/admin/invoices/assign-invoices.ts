import { Hono } from "hono";
import { z } from "zod";
import { AssignInvoice } from "#domain/invoices/assignment/assign-invoice.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;
const InvoicePath = z.object({ id: z.guid() });

/**
 * `POST /api/admin/invoices/{id}/assign` manually assigns an unmatched invoice to a client. Syncs keep manual
 * assignments. Returns 409 if the invoice already has a client.
 *
 * `POST /api/admin/invoices/{id}/unassign` undoes a manual assignment to the given client. The next sync may match the
 * invoice again. Returns 409 if a sync assigned the client, the invoice has a different client, or it is linked to a
 * project.
 */
export function createInvoiceAssignmentRoutes({ database }: Pick<Services, "database">) {
  const validClient = validateJson(AssignInvoice, { maxBytes: MAX_BODY_BYTES });
  const validId = validateParams(InvoicePath, unknownInvoiceError);
  return new Hono<CallerEnv>()
    .post("/invoices/:id/assign", validClient, validId, async (context) => {
      const { id } = context.req.valid("param");
      const { clientId } = context.req.valid("json");
      await database.asCaller(context.var.caller, (query) => assignInvoice(query, id, clientId));
      return context.json({ success: true });
    })
    .post("/invoices/:id/unassign", validClient, validId, async (context) => {
      const { id } = context.req.valid("param");
      const { clientId } = context.req.valid("json");
      await database.asCaller(context.var.caller, (query) => unassignInvoice(query, id, clientId));
      return context.json({ success: true });
    });
}

async function assignInvoice(query: Query, id: string, clientId: string): Promise<void> {
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

async function unassignInvoice(query: Query, id: string, clientId: string): Promise<void> {
  const [invoice] = await query(
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
