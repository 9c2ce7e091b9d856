import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { selectClient } from "#app/api/client/selected-client.ts";
import { ownAccessKey, ownAccessQuery } from "#app/api/portal/client-account.ts";
import type { SessionUser } from "#app/auth/sessions/session-user.ts";
import { Button } from "#app/ui/button.tsx";
import { Building2, Check } from "#app/ui/icons.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { sectionUrl } from "../section-url.ts";

/** Menu that switches between the clients of the signed-in user. Renders nothing for a single client. */
export function ClientSwitcher({ user }: { user: SessionUser }) {
  const { data: access } = useQuery(ownAccessQuery(user));
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  if (!access || access.memberships.length < 2) {
    return null;
  }
  const { memberships, selected } = access;

  async function switchTo(clientId: string) {
    if (clientId === selected.client_id) {
      return;
    }
    selectClient(clientId);
    // Other queries contain the previous client's rows.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== ownAccessKey("")[0] });
    await queryClient.resetQueries({ queryKey: ownAccessKey(user.userId) });
    await navigate(sectionUrl("overview"));
  }

  return (
    <Menu
      trigger={
        <Button
          aria-label={`Switch company, current: ${selected.company}`}
          className="min-w-0 max-w-40 sm:max-w-64"
          icon={<Building2 aria-hidden="true" className="size-4 shrink-0" />}
        >
          <span className="truncate">{selected.company}</span>
        </Button>
      }
      heading="Switch company"
      entries={memberships.map(({ client_id: id, company }) => ({
        label: company,
        icon: (
          <Check aria-hidden="true" className={id === selected.client_id ? "size-4" : "invisible size-4"} />
        ),
        onSelect: () => void switchTo(id),
      }))}
    />
  );
}
