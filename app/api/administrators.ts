import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import type { Administrator } from "#domain/administrator.ts";

const PATH = "/api/admin/administrators";

/** Everybody who may administer, by e-mail address. */
export function administrators() {
  return queryOptions({
    queryKey: ["administrators"],
    queryFn: async () => {
      const answer = await callApi<{ administrators: Administrator[] }>("admin", PATH);
      return answer.administrators;
    },
  });
}

/** @throws ApiFailure */
export async function inviteAdministrator(email: string): Promise<void> {
  await callApi("admin", PATH, { method: "POST", body: { email } });
}

/** @throws ApiFailure */
export async function inviteAdministratorAgain(id: string): Promise<void> {
  await callApi("admin", `${PATH}/${id}/invitation`, { method: "POST" });
}

/** Removes an administrator, or withdraws an invitation. @throws ApiFailure */
export async function removeAdministrator(id: string): Promise<void> {
  await callApi("admin", `${PATH}/${id}`, { method: "DELETE" });
}

/** Removes all second factors of another administrator. @throws ApiFailure */
export async function removeFactorsOf(id: string): Promise<void> {
  await callApi("admin", `${PATH}/${id}/factors`, { method: "DELETE" });
}
