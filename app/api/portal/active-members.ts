import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

/** The active members of a client by name, for all of its members. */
export function activeMembersQuery(clientId: string) {
  return queryOptions({
    queryKey: ["active-members", clientId],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(await supabase.from("active_members").select("user_id, name, role"));
    },
  });
}
