import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/client/call-api.ts";
import type { Administrator } from "#domain/firm/administrator.ts";

const ADMINISTRATORS_PATH = "/api/admin/administrators";

/** All administrators, sorted by email address. */
export function administratorsQuery() {
  return queryOptions({
    queryKey: ["administrators"],
    queryFn: async () => {
      const response = await callApi<{ administrators: Administrator[] }>("admin", ADMINISTRATORS_PATH);
      return response.administrators;
    },
  });
}

/** @throws {ApiError} */
export async function inviteAdministrator(email: string): Promise<void> {
  await callApi("admin", ADMINISTRATORS_PATH, { method: "POST", body: { email } });
}

/** @throws {ApiError} */
export async function resendAdministratorInvitation(id: string): Promise<void> {
  await callApi("admin", `${ADMINISTRATORS_PATH}/${id}/invitation`, { method: "POST" });
}

/** Removes an administrator or revokes an invitation. @throws {ApiError} */
export async function removeAdministrator(id: string): Promise<void> {
  await callApi("admin", `${ADMINISTRATORS_PATH}/${id}`, { method: "DELETE" });
}

/** Removes all second factors of another administrator. @throws {ApiError} */
export async function removeFactors(id: string): Promise<void> {
  await callApi("admin", `${ADMINISTRATORS_PATH}/${id}/factors`, { method: "DELETE" });
}
