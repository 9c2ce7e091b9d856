import { callApi, fetchFile } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";

/** A ZIP of everything stored about a client. @throws ApiFailure */
export function exportClient(clientId: string): Promise<Blob> {
  return fetchFile("admin", `/api/admin/clients/${clientId}/export`, { method: "POST" });
}

/** How many inquiries came from an address. @throws ApiFailure */
export async function countInquiriesOf(email: string): Promise<number> {
  const admin = await backend("admin");
  // Without a pattern: an address may hold the characters that stand for others.
  const exactly = email.replaceAll(/[\\%_]/g, "\\$&");
  const answer = await admin
    .from("contact_inquiries")
    .select("id", { count: "exact" })
    .ilike("email", exactly);
  return answer.count ?? dataOf(answer).length;
}

/** Deletes all inquiries of an address with their mail. @throws ApiFailure */
export function eraseInquirer(email: string): Promise<{ inquiries: number; mails: number }> {
  return callApi("admin", "/api/admin/inquirers/erase", { method: "POST", body: { email } });
}
