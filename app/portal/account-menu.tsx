import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Building2, CircleUser, LogOut } from "#app/ui/icons.tsx";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import type { ClientSwitch } from "./access/use-client-switch.ts";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";
import { getCountLabel, type UnreadCounts } from "./use-unread-counts.ts";

type AccountMenuProps = {
  sections: readonly Section[];
  email: string;
  current: SectionId;
  unreadCounts: UnreadCounts;
  onSignOut: () => void;
  clientSwitch: ClientSwitch | null;
};

/** Phone menu with the account email, sections about the account, the other clients of the user, and Logout. */
export function AccountMenu({
  sections,
  email,
  current,
  unreadCounts,
  onSignOut,
  clientSwitch,
}: AccountMenuProps) {
  const entries = sections.filter((section) => section.isInMenu);
  const links = entries.map(({ id, label, icon: Icon }) => ({
    label,
    icon: <Icon aria-hidden="true" className="size-4 text-muted" />,
    badge: unreadCounts[id] !== undefined && (
      <CountBadge count={unreadCounts[id]} label={getCountLabel(id)} />
    ),
    isCurrent: id === current,
    to: sectionUrl(id),
  }));
  const otherClients =
    clientSwitch?.memberships.filter(({ client_id: id }) => id !== clientSwitch.selected.client_id) ?? [];
  return (
    <Menu
      trigger={
        <IconButton
          label="Account menu"
          className={classNames("size-11", entries.some(({ id }) => id === current) && "text-accent")}
        >
          <CircleUser aria-hidden="true" className="size-5" />
        </IconButton>
      }
      heading={email}
      entries={[
        ...links,
        ...otherClients.map(({ client_id: id, company }) => ({
          label: `Switch to ${company}`,
          icon: <Building2 aria-hidden="true" className="size-4 shrink-0 text-muted" />,
          onSelect: () => void clientSwitch?.switchTo(id),
        })),
        {
          label: "Logout",
          icon: <LogOut aria-hidden="true" className="size-4 text-muted" />,
          onSelect: onSignOut,
        },
      ]}
    />
  );
}
