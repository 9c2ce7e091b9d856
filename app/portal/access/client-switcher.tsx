import { Button } from "#app/ui/button.tsx";
import { Building2, Check } from "#app/ui/icons.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import type { ClientSwitch } from "./use-client-switch.ts";

/** Menu that switches between the clients of the signed-in user. On narrower screens, the account menu contains these entries. */
export function ClientSwitcher({
  clientSwitch: { memberships, selected, switchTo },
}: {
  clientSwitch: ClientSwitch;
}) {
  return (
    <Menu
      trigger={
        <Button
          aria-label={`Switch company, current: ${selected.company}`}
          className="max-w-64"
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
