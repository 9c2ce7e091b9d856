import { Hono } from "hono";
import { LinkInvoices } from "#domain/invoices/assignment/link-invoices.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * `POST /api/admin/projects/link-invoices` links all given invoices to the project, or none. `linkedCount` excludes
 * invoices that were already linked to it.
 */
export function createLinkInvoiceRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>().post(
    "/projects/link-invoices",
    validateJson(LinkInvoices, { maxBytes: MAX_BODY_BYTES }),
    async (context) => {
      const { caller } = context.var;
      const request = context.req.valid("json");
      const linkedCount = await retryOnDeadlock(() =>
        database.asCaller(caller, (query) => linkInvoices(query, request)),
      );
      return context.json({ success: true, linkedCount });
    },
  );
}

async function linkInvoices(query: Query, { projectId, invoiceIds }: LinkInvoices): Promise<number> {
  // Lock the invoices in id order, then the project, so that concurrent calls cannot deadlock. The locks also ensure
  // that each call counts only the invoices it linked.
  const invoices = await query(
    "select id, client_id, project_id from public.invoices where id = any($1::uuid[]) order by id for update",
    [invoiceIds],
  );
  const [project] = await query("select id, client_id from public.projects where id = $1 for update", [
    projectId,
  ]);
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
  const linked = await query(
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
