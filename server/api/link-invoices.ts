import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { LinkInvoices } from "#domain/link-invoices.ts";
import type { Query } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 64 * 1024;

/**
 * `POST /api/admin/projects/link-invoices` (specification section 7; decisions, reading 24): links all the invoices to
 * the project, or none. `linkedCount` is how many were not linked to it before.
 */
export function linkInvoices({ database, sessions }: Pick<Services, "database" | "sessions">): Hono {
  const app = new Hono();
  app.post(
    "/api/admin/projects/link-invoices",
    bodyLimit({ maxSize: LARGEST_BODY_BYTES }),
    async (context) => {
      const claims = await sessions.requireAdmin(context);
      const request = await jsonBody(context, LinkInvoices);
      const linkedCount = await againAfterDeadlock(() =>
        database.asCaller(claims, (query) => link(query, request)),
      );
      return context.json({ success: true, linkedCount });
    },
  );
  return app;
}

async function link(query: Query, { projectId, invoiceIds }: LinkInvoices): Promise<number> {
  // Locked in the order of their ids, and before the project: parallel calls wait for one another, never in a circle,
  // and each counts what it alone has linked.
  const invoices = await query<{ id: string; client_id: string | null; project_id: string | null }>(
    "select id, client_id, project_id from public.invoices where id = any($1::uuid[]) order by id for update",
    [invoiceIds],
  );
  const [project] = await query<{ id: string; client_id: string }>(
    "select id, client_id from public.projects where id = $1 for update",
    [projectId],
  );
  if (!project) throw new ApiError(404, "unknown_project", "This project does not exist any more.");
  if (invoices.length < invoiceIds.length)
    throw new ApiError(404, "unknown_invoice", "One of the invoices does not exist any more.");
  if (invoices.some((invoice) => invoice.client_id !== project.client_id))
    throw new ApiError(409, "invoice_of_another_client", "One of the invoices belongs to another client.");
  const unlinked = invoices.filter((invoice) => invoice.project_id !== project.id);
  if (unlinked.some((invoice) => invoice.project_id !== null))
    throw new ApiError(409, "invoice_linked_elsewhere", "One of the invoices is linked to another project.");
  const linked = await query<{ id: string }>(
    "update public.invoices set project_id = $1 where id = any($2::uuid[]) returning id",
    [project.id, unlinked.map((invoice) => invoice.id)],
  );
  return linked.length;
}

const DEADLOCK = "40P01";

/** The sync writes many invoices at a time and may cross our way; whoever is sent back by PostgreSQL tries again. */
async function againAfterDeadlock<Result>(work: () => Promise<Result>, attempts = 3): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const isDeadlock = cause instanceof Error && "code" in cause && cause.code === DEADLOCK;
    if (!isDeadlock || attempts <= 1) throw cause;
    return againAfterDeadlock(work, attempts - 1);
  }
}
