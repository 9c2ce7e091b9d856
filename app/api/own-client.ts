import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { ApiFailure, dataOf } from "#app/api/failure.ts";
import type { ClientRow } from "#domain/client.ts";
import { type AccountSettings, settingsColumns } from "#domain/settings.ts";

/** What a question for one row answers when there is none. */
const NOT_FOUND = 406;

/** Where the answers about the client of an address are kept. */
export const ownClientKey = (email: string) => ["own-client", email];

/**
 * The client a signed-in account belongs to. Account and client are asked for at once: the session names the account.
 * @throws ApiFailure when there is none: the account is no client's, or the client is suspended.
 */
export function ownClient({ userId, email }: { userId: string; email: string }) {
  return queryOptions({
    queryKey: ownClientKey(email),
    queryFn: async () => {
      const client = await backend("client");
      const accountOf = (address: string) =>
        client.from("users").select("id").eq("email", address).eq("role", "client").single();
      const clientOf = (account: string) =>
        client.from("clients").select("*").eq("user_id", account).single();
      const [account, own] = await Promise.all([accountOf(email), clientOf(userId)]);
      let found = account;
      if (found.status === NOT_FOUND) {
        // The address may have been changed, and confirmed, in another browser.
        const { data } = await client.auth.refreshSession();
        const current = data.user?.email;
        if (current && current !== email) found = await accountOf(current);
      }
      const user = rowOf(found);
      return rowOf(user.id === userId ? own : await clientOf(user.id));
    },
  });
}

/** The row asked for; the words for the console where there is none are the specification's (section 8). */
function rowOf<Row>(answer: PostgrestSingleResponse<Row>): Row {
  if (answer.status !== NOT_FOUND) return dataOf(answer);
  const code = answer.error?.code ?? "";
  throw new ApiFailure({ status: NOT_FOUND, code, message: "Client account not found" });
}

/**
 * Stores the four columns a client may write and gives back the row as it then is.
 * @throws ApiFailure when nothing was stored.
 */
export async function saveOwnSettings(clientId: string, settings: AccountSettings): Promise<ClientRow> {
  const client = await backend("client");
  const saved = dataOf(
    await client
      .from("clients")
      .update(settingsColumns(settings))
      .eq("id", clientId)
      .select("*")
      .maybeSingle(),
  );
  if (!saved) throw new ApiFailure({ status: 404, code: "", message: "No client was updated." });
  return saved;
}
