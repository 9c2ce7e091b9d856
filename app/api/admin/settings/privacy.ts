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

/**
 * The companies that a client member has access to, or null without an account, and the number of invitations.
 * @throws {ApiError}
 */
export async function findMember(
  email: string,
): Promise<{ companies: string[] | null; invitations: number }> {
  const supabase = await getSupabase("admin");
  const [accounts, invitations] = await Promise.all([
    supabase.from("users").select("id").eq("role", "client").ilike("email", escapeLike(email)),
    supabase.from("client_invitations").select("id").ilike("email", escapeLike(email)),
  ]);
  const account = unwrap(accounts)[0];
  const memberships = account
    ? unwrap(await supabase.from("client_members").select("clients(company)").eq("user_id", account.id))
    : [];
  return {
    companies: account ? memberships.map(({ clients }) => clients.company) : null,
    invitations: unwrap(invitations).length,
  };
}

/** Deletes a client member's account and the data about the person. @throws {ApiError} */
export function eraseMember(email: string): Promise<{ members: number; emails: number }> {
  return readJson(adminApi.members.erase.$post({ json: { email } }));
}
