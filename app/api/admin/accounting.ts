import { adminApi } from "#app/api/admin/admin-api.ts";
import { readFile } from "#app/api/client/read-response.ts";
import type { AccountingFormat } from "#domain/accounting/accounting-export.ts";

export type AccountingExport = {
  format: AccountingFormat;
  from: string;
  to: string;
  /** Xero's account code and tax type. */
  account: string;
  tax: string;
};

/** Returns a ZIP of CSV files. @throws {ApiError} */
export function fetchAccountingExport(query: AccountingExport): Promise<Blob> {
  return readFile(adminApi["accounting-export"].$get({ query }));
}
