import { create as contentDisposition } from "content-disposition";
import { Hono } from "hono";
import { z } from "zod";
import { invoiceFileName } from "#domain/invoices/invoice-file-name.ts";
import { requireBillingAccess } from "#server/api/client/billing-access.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { renderInvoiceInChildProcess } from "#server/findings/report/render-in-child-process.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams } from "#server/http/validate.ts";
import { readInvoice } from "#server/invoices/read-invoice.ts";
import type { Services } from "#server/services.ts";

const unknownInvoiceError = () => new ApiError(404, "unknown_invoice", "This invoice no longer exists.");

/** `GET /api/client/invoices/{id}/pdf`. Administrators use it too. Row policies determine which invoices the caller can read. */
export function createInvoicePdfRoutes({ database, now }: Pick<Services, "database" | "now">) {
  return new Hono<CallerEnv>().get(
    "/client/invoices/:id/pdf",
    requireBillingAccess(database, "invoices"),
    validateParams(z.object({ id: z.guid() }), unknownInvoiceError),
    async (context) => {
      const { id } = context.req.valid("param");
      const invoice = await database.asCaller(context.var.caller, (query) => readInvoice(query, id));
      if (!invoice) {
        throw unknownInvoiceError();
      }
      const { signal } = context.req.raw;
      const pdf = await renderInvoiceInChildProcess(invoice, now(), {
        ...{ isForRequest: true, signal },
        ...(invoice.client_id !== null && { clientId: invoice.client_id }),
      }).catch((error: unknown) => {
        throw signal.aborted ? new ApiError(400, "aborted", "The request is incomplete.") : error;
      });
      return context.body(new Uint8Array(pdf), 200, {
        "content-type": "application/pdf",
        "content-disposition": contentDisposition(invoiceFileName(invoice)),
        "cache-control": "no-store",
      });
    },
  );
}
