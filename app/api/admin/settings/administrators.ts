import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { InviteAdministrator, NameAdministrator } from "#domain/firm/administrator.ts";

/** Names of administrators by account, for administrators. */
export function staffNamesQuery() {
  return queryOptions({
    queryKey: ["staff-names"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      const staff = unwrap(await supabase.from("staff_names").select("id, name"));
      return new Map(staff.map(({ id, name }) => [id, name] as const));
    },
    staleTime: 60_000,
  });
}

/** All administrators, sorted by email address. */
export function administratorsQuery() {
  return queryOptions({
    queryKey: ["administrators"],
    queryFn: async () => (await readJson(adminApi.administrators.$get())).administrators,
  });
}

/** @throws {ApiError} */
export async function inviteAdministrator(form: InviteAdministrator): Promise<void> {
  await readJson(adminApi.administrators.$post({ json: form }));
}

/** @throws {ApiError} */
export async function nameAdministrator(id: string, form: NameAdministrator): Promise<void> {
  await readJson(adminApi.administrators[":id"].name.$put({ param: { id }, json: form }));
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
