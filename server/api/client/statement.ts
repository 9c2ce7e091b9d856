import { create as contentDisposition } from "content-disposition";
import { Hono } from "hono";
import { z } from "zod";
import type { StatementPeriod } from "#domain/statements/build-statement.ts";
import { statementFileName } from "#domain/statements/statement-file-name.ts";
import { parsePeriod } from "#domain/statements/statement-period.ts";
import { requireBillingAccess } from "#server/api/client/billing-access.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateQuery } from "#server/http/validate.ts";
import { portalBillingUrl } from "#server/invoices/invoice-email-details.ts";
import { renderRequestedPdf } from "#server/pdf/render-in-child-process.ts";
import type { Services } from "#server/services.ts";
import { readStatement } from "#server/statements/read-statement.ts";

const QuerySchema = z.object({ client: z.guid(), from: z.string().optional(), to: z.string().optional() });
type StatementQuery = z.infer<typeof QuerySchema>;

/**
 * `GET /api/client/statement?client={id}&from=2026-01-01&to=2026-03-31` returns a statement of account, and
 * `GET /api/client/statement.pdf` returns it as a PDF. Both dates are optional. Administrators use these routes too. Row
 * policies determine which clients the caller can read.
 */
export function createStatementRoutes({
  database,
  now,
  config,
}: Pick<Services, "database" | "now"> & { config: Pick<Services["config"], "publicUrl"> }) {
  const requireAccess = requireBillingAccess(database, "statements");
  const validate = validateQuery(QuerySchema, "Choose a client and a valid period.");
  const findStatement = async (caller: UserClaims, { client, from, to }: StatementQuery) => {
    const period = parseRequestedPeriod(from, to);
    const found = await database.asCaller(caller, (query) => readStatement(query, client, period));
    if (!found) {
      throw new ApiError(404, "unknown_client", "This client no longer exists.");
    }
    return { ...found, period };
  };
  return new Hono<CallerEnv>()
    .get("/client/statement", requireAccess, validate, async (context) => {
      const { company, statement } = await findStatement(context.var.caller, context.req.valid("query"));
      context.header("cache-control", "no-store");
      return context.json({ company, statement });
    })
    .get("/client/statement.pdf", requireAccess, validate, async (context) => {
      const found = await findStatement(context.var.caller, context.req.valid("query"));
      const pdf = await renderRequestedPdf(
        {
          kind: "statement",
          data: { ...found, billingUrl: portalBillingUrl(config.publicUrl), createdAt: now() },
        },
        { signal: context.req.raw.signal, callerId: context.var.caller.sub },
      );
      return context.body(pdf, 200, {
        "content-type": "application/pdf",
        "content-disposition": contentDisposition(statementFileName(found.company, "pdf")),
        "cache-control": "no-store",
      });
    });
}

function parseRequestedPeriod(from: string | undefined, to: string | undefined): StatementPeriod {
  const period = parsePeriod(from ?? null, to ?? null);
  if (!period) {
    throw new ApiError(400, "invalid_input", "Choose a valid period.");
  }
  return period;
}
