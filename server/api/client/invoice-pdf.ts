import { create as contentDisposition } from "content-disposition";
import { Hono } from "hono";
import { z } from "zod";
import { invoiceFileName } from "#domain/invoices/invoice-file-name.ts";
import { requireBillingAccess } from "#server/api/client/billing-access.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateParams } from "#server/http/validate.ts";
import { readInvoice } from "#server/invoices/read-invoice.ts";
import { renderRequestedPdf } from "#server/pdf/render-in-child-process.ts";
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
      const pdf = await renderRequestedPdf(
        { kind: "invoice", data: invoice, createdAt: now() },
        { signal: context.req.raw.signal, callerId: context.var.caller.sub },
      );
      return context.body(pdf, 200, {
        "content-type": "application/pdf",
        "content-disposition": contentDisposition(invoiceFileName(invoice)),
        "cache-control": "no-store",
      });
    },
  );
}
