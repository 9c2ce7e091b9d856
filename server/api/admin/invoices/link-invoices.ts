import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { LinkInvoices } from "#domain/invoices/link-invoices.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * `POST /api/admin/projects/link-invoices` links all given invoices to the project, or none. `linkedCount` is the number
 * of invoices that were not linked to it before.
 */
export function linkInvoiceRoutes({ database }: Pick<Services, "database">): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  app.post("/projects/link-invoices", bodyLimit({ maxSize: MAX_BODY_BYTES }), async (context) => {
    const claims = context.var.caller;
    const request = await parseJsonBody(context, LinkInvoices);
    const linkedCount = await retryOnDeadlock(() =>
      database.asCaller(claims, (query) => link(query, request)),
    );
    return context.json({ success: true, linkedCount });
  });
  return app;
}

async function link(query: Query, { projectId, invoiceIds }: LinkInvoices): Promise<number> {
  // Lock the invoices in id order and before the project, so that concurrent calls cannot deadlock and each counts only
  // the invoices it linked itself.
  const invoices = await query<{ id: string; client_id: string | null; project_id: string | null }>(
    "select id, client_id, project_id from public.invoices where id = any($1::uuid[]) order by id for update",
    [invoiceIds],
  );
  const [project] = await query<{ id: string; client_id: string }>(
    "select id, client_id from public.projects where id = $1 for update",
    [projectId],
  );
  if (!project) {
    throw new ApiError(404, "unknown_project", "This project no longer exists.");
  }
  if (invoices.length < invoiceIds.length) {
    throw new ApiError(404, "unknown_invoice", "One of the invoices no longer exists.");
  }
  if (invoices.some((invoice) => invoice.client_id !== project.client_id)) {
    throw new ApiError(409, "invoice_of_another_client", "One of the invoices belongs to another client.");
  }
  const unlinked = invoices.filter((invoice) => invoice.project_id !== project.id);
  if (unlinked.some((invoice) => invoice.project_id !== null)) {
    throw new ApiError(409, "invoice_linked_elsewhere", "One of the invoices is linked to another project.");
  }
  const linked = await query<{ id: string }>(
    "update public.invoices set project_id = $1 where id = any($2::uuid[]) returning id",
    [project.id, unlinked.map((invoice) => invoice.id)],
  );
  return linked.length;
}

const DEADLOCK = "40P01";

/** Retries after a deadlock, which can occur because a sync writes many invoices at once. */
async function retryOnDeadlock<Result>(work: () => Promise<Result>, attempts = 3): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isDeadlock = error instanceof Error && "code" in error && error.code === DEADLOCK;
    if (!isDeadlock || attempts <= 1) {
      throw error;
    }
    return retryOnDeadlock(work, attempts - 1);
  }
}
