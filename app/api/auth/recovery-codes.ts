import { queryOptions } from "@tanstack/react-query";
import type { Area } from "#app/api/client/area.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { userApi } from "#app/api/client/user-api.ts";

/** The number of unused recovery codes. */
export function recoveryCodeCountQuery(area: Area) {
  return queryOptions({
    queryKey: ["own-recovery-codes", area],
    queryFn: async () => (await readJson(userApi[area]["recovery-codes"].$get())).left,
  });
}

/** Replaces the recovery codes. The new ones cannot be read again. @throws {ApiError} 403 `reauthentication_needed` */
export async function createRecoveryCodes(area: Area): Promise<string[]> {
  return (await readJson(userApi[area]["recovery-codes"].$post())).codes;
}

/** Uses up a code, and removes the second factors of the account. @throws {ApiError} 400 `wrong_recovery_code` */
export async function redeemRecoveryCode(area: Area, code: string): Promise<void> {
  await readJson(userApi[area]["recovery-codes"].redeem.$post({ json: { code } }));
}
