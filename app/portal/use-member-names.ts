import { useQuery } from "@tanstack/react-query";
import { activeMembersQuery } from "#app/api/portal/active-members.ts";
import { useCurrentClient } from "./current-client.ts";

/** Returns a function that names the client's members: "You" for the signed-in user. */
export function useMemberNames(): (userId: string | null) => string {
  const { id, userId: ownId } = useCurrentClient();
  const { data: members = [] } = useQuery(activeMembersQuery(id));
  return (userId) => {
    if (userId === ownId) {
      return "You";
    }
    return members.find(({ user_id }) => user_id === userId)?.name ?? "Former member";
  };
}
