import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { selectClient } from "#app/api/client/selected-client.ts";
import {
  type Membership,
  ownAccessKey,
  ownAccessQuery,
  removeClientData,
} from "#app/api/portal/client-account.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { sectionUrl } from "../section-url.ts";

export type ClientSwitch = {
  memberships: readonly Membership[];
  selected: Membership;
  switchTo: (clientId: string) => Promise<void>;
};

/** Switches between the clients of the signed-in user. Returns null if the user has only one client. */
export function useClientSwitch(user: SessionUser): ClientSwitch | null {
  const { data: access } = useQuery(ownAccessQuery(user));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (!access || access.memberships.length < 2) {
    return null;
  }
  const { memberships, selected } = access;
  return {
    memberships,
    selected,
    async switchTo(clientId) {
      if (clientId === selected.client_id) {
        return;
      }
      selectClient(clientId);
      removeClientData(queryClient);
      await queryClient.resetQueries({ queryKey: ownAccessKey(user.userId) });
      await navigate(sectionUrl("overview"));
    },
  };
}
