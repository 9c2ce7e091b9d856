import { Hono } from "hono";
import { z } from "zod";
import { ACCOUNTING_FORMATS, buildAccountingExport } from "#domain/accounting/accounting-export.ts";
import { DEFAULT_XERO_CODES } from "#domain/accounting/xero.ts";
import { parsePeriod } from "#domain/statements/statement-period.ts";
import { readAccountingRecords } from "#server/accounting/read-records.ts";
import { zipFiles } from "#server/accounting/zip-files.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { toWebStream } from "#server/files/streams.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateQuery } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_CODE_LENGTH = 100;
const XeroCode = z.string().trim().min(1).max(MAX_CODE_LENGTH);

const ExportQuery = z.object({
  format: z.enum(ACCOUNTING_FORMATS),
  from: z.string(),
  to: z.string(),
  account: XeroCode.default(DEFAULT_XERO_CODES.accountCode),
  tax: XeroCode.default(DEFAULT_XERO_CODES.taxType),
});

/**
 * `GET /api/admin/accounting-export?format=quickbooks&from=2026-01-01&to=2026-03-31` returns a ZIP of CSV files for an
 * accounting program. `account` and `tax` are Xero's account code and tax type.
 */
export function createAccountingRoutes({ database, now }: Pick<Services, "database" | "now">) {
  return new Hono<CallerEnv>().get(
    "/accounting-export",
    validateQuery(ExportQuery, "Choose a format and a period."),
    async (context) => {
      const { format, from, to, account, tax } = context.req.valid("query");
      const period = parsePeriod(from, to);
      if (!period?.from || !period.to) {
        throw new ApiError(400, "invalid_input", "Choose a start date and an end date.");
      }
      const range = { from: period.from, to: period.to };
      const records = await database.asCaller(context.var.caller, (query) =>
        readAccountingRecords(query, range),
      );
      const files = buildAccountingExport(records, format, {
        period,
        xero: { accountCode: account, taxType: tax },
      });
      context.header("Content-Type", "application/zip");
      context.header("Content-Disposition", `attachment; filename="${format}-${from}-${to}.zip"`);
      context.header("Cache-Control", "no-store");
      return context.body(toWebStream(zipFiles(files, now())));
    },
  );
}
