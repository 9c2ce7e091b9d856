import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import { queryOptions } from "@tanstack/react-query";
import { ApiError, unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { type AccountSettings, toClientColumns } from "#domain/clients/account-settings.ts";
import type { ClientRow } from "#domain/clients/client.ts";

/** PostgREST's status when a request for a single row finds none. */
const NOT_FOUND_STATUS = 406;
export const ownClientKey = (email: string) => ["own-client", email];

/**
 * The signed-in user's client. The account and the client are loaded in parallel, because the session
 * contains the account's id.
 * @throws {ApiError} if the account has no client or the client is suspended
 */
export function ownClientQuery({ userId, email }: { userId: string; email: string }) {
  return queryOptions({
    queryKey: ownClientKey(email),
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const selectAccount = (address: string) =>
        supabase.from("users").select("id").eq("email", address).eq("role", "client").single();
      const selectClient = (accountId: string) =>
        supabase.from("clients").select("*").eq("user_id", accountId).single();
      let [account, client] = await Promise.all([selectAccount(email), selectClient(userId)]);
      if (account.status === NOT_FOUND_STATUS) {
        // The email address may have been changed in another browser.
        const { data } = await supabase.auth.refreshSession();
        const currentEmail = data.user?.email;
        if (currentEmail && currentEmail !== email) {
          account = await selectAccount(currentEmail);
        }
      }
      const user = unwrapRow(account);
      if (user.id !== userId) {
        client = await selectClient(user.id);
      }
      return unwrapRow(client);
    },
  });
}

function unwrapRow<Row>(response: PostgrestSingleResponse<Row>): Row {
  if (response.status !== NOT_FOUND_STATUS) {
    return unwrap(response);
  }
  const code = response.error?.code ?? "";
  throw new ApiError({ status: NOT_FOUND_STATUS, code, message: "Client account not found" });
}

/**
 * Saves the four columns that clients can write. Returns the updated row.
 * @throws {ApiError}
 */
export async function saveOwnSettings(clientId: string, settings: AccountSettings): Promise<ClientRow> {
  const supabase = await getSupabase("client");
  const saved = unwrap(
    await supabase
      .from("clients")
      .update(toClientColumns(settings))
      .eq("id", clientId)
      .select("*")
      .maybeSingle(),
  );
  if (!saved) {
    throw new ApiError({ status: 404, code: "", message: "No client was updated." });
  }
  return saved;
}
