import { IconButton } from "#app/ui/button.tsx";
import { CircleUser, LogOut } from "#app/ui/icons.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { sectionUrl } from "./section-url.ts";
import { PORTAL_SECTIONS } from "./sections.ts";

/** Phone menu with the account email, the sections that are not in the bottom bar, and Logout. */
export function AccountMenu({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  const links = PORTAL_SECTIONS.filter((section) => section.isInMenu).map(({ id, label, icon: Icon }) => ({
    label,
    icon: <Icon aria-hidden="true" className="size-4 text-muted" />,
    to: sectionUrl(id),
  }));
  return (
    <Menu
      trigger={
        <IconButton label="Account menu" className="size-11">
          <CircleUser aria-hidden="true" className="size-5" />
        </IconButton>
      }
      heading={email}
      entries={[
        ...links,
        {
          label: "Logout",
          icon: <LogOut aria-hidden="true" className="size-4 text-muted" />,
          onSelect: onSignOut,
        },
      ]}
    />
  );
}
