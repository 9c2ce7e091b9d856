import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { ApiFailure, dataOf } from "#app/data/failure.ts";
import type { ClientRow } from "#domain/client.ts";
import { type AccountSettings, settingsColumns } from "#domain/settings.ts";

/**
 * The client a signed-in account belongs to.
 * @throws ApiFailure when there is none: the account is no client's, or the client is suspended.
 */
export function ownClient(email: string) {
  return queryOptions({
    queryKey: ["own-client", email],
    queryFn: async () => {
      const client = await backend("client");
      const user = dataOf(
        await client.from("users").select("id").eq("email", email).eq("role", "client").single(),
      );
      return dataOf(await client.from("clients").select("*").eq("user_id", user.id).single());
    },
  });
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
