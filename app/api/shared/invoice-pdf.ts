import type { Area } from "#app/api/client/area.ts";
import { readFile } from "#app/api/client/read-response.ts";
import { userApi } from "#app/api/client/user-api.ts";

/** Downloads an invoice as a PDF. @throws {ApiError} */
export function fetchInvoicePdf(area: Area, id: string): Promise<Blob> {
  return readFile(userApi[area].client.invoices[":id"].pdf.$get({ param: { id } }));
}
