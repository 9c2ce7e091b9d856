import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { escapeLike } from "#app/api/client/like-pattern.ts";
import { readFile, readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** Returns a ZIP file with all data about a client. @throws {ApiError} */
export function exportClientData(clientId: string): Promise<Blob> {
  return readFile(adminApi.clients[":id"].export.$post({ param: { id: clientId } }));
}

/** Number of inquiries from an email address. @throws {ApiError} */
export async function countInquiriesFrom(email: string): Promise<number> {
  const supabase = await getSupabase("admin");
  const response = await supabase
    .from("contact_inquiries")
    .select("id", { count: "exact" })
    .ilike("email", escapeLike(email));
  return response.count ?? unwrap(response).length;
}

/** Deletes all inquiries from an email address and the emails about them. @throws {ApiError} */
export function eraseInquirer(email: string): Promise<{ inquiries: number; emails: number }> {
  return readJson(adminApi.inquirers.erase.$post({ json: { email } }));
}
