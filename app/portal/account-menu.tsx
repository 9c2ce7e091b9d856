import { IconButton } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Building2, CircleUser, LogOut } from "#app/ui/icons.tsx";
import { CountBadge } from "#app/ui/layout/count-badge.tsx";
import { NewsDot } from "#app/ui/layout/sidebar-entry.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import type { ClientSwitch } from "./access/use-client-switch.ts";
import { type SectionId, sectionUrl } from "./section-url.ts";
import type { Section } from "./sections.ts";
import type { UnreadCounts } from "./use-unread-counts.ts";

type AccountMenuProps = {
  sections: readonly Section[];
  email: string;
  current: SectionId;
  unreadCounts: UnreadCounts;
  onSignOut: () => void;
  clientSwitch: ClientSwitch | null;
};

/** Phone menu with the account email, the sections that are not in the bottom bar, and Logout. */
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
    badge: unreadCounts[id] !== undefined && <CountBadge count={unreadCounts[id]} label="unread" />,
    isCurrent: id === current,
    to: sectionUrl(id),
  }));
  const otherClients =
    clientSwitch?.memberships.filter(({ client_id: id }) => id !== clientSwitch.selected.client_id) ?? [];
  const { messages = 0, findings = 0 } = unreadCounts;
  const unread = [
    messages > 0 && `, ${formatCount(messages, "unread message")}`,
    findings > 0 && `, ${formatCount(findings, "unread finding")}`,
  ]
    .filter(Boolean)
    .join("");
  return (
    <Menu
      trigger={
        <IconButton
          label={`Account menu${unread}`}
          className={classNames(
            "relative size-11",
            entries.some(({ id }) => id === current) && "text-accent",
          )}
        >
          <CircleUser aria-hidden="true" className="size-5" />
          {unread !== "" && <NewsDot className="top-2 right-2" />}
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
