import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { readJson } from "#app/api/client/read-response.ts";

/** All administrators, sorted by email address. */
export function administratorsQuery() {
  return queryOptions({
    queryKey: ["administrators"],
    queryFn: async () => (await readJson(adminApi.administrators.$get())).administrators,
  });
}

/** @throws {ApiError} */
export async function inviteAdministrator(email: string): Promise<void> {
  await readJson(adminApi.administrators.$post({ json: { email } }));
}

/** @throws {ApiError} */
export async function resendAdministratorInvitation(id: string): Promise<void> {
  await readJson(adminApi.administrators[":id"].invitation.$post({ param: { id } }));
}

/** Removes an administrator or revokes an invitation. @throws {ApiError} */
export async function removeAdministrator(id: string): Promise<void> {
  await readJson(adminApi.administrators[":id"].$delete({ param: { id } }));
}

/** Removes all second factors of another administrator. @throws {ApiError} */
export async function removeFactors(id: string): Promise<void> {
  await readJson(adminApi.administrators[":id"].factors.$delete({ param: { id } }));
}
