import { CircleUser, LogOut } from "lucide-react";
import { IconButton } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { sectionAddress } from "./section-address.ts";
import { sections } from "./sections.ts";

/** On phones: whose portal it is, the sections the bottom bar has no place for, and Logout. */
export function AccountMenu({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  const places = sections
    .filter((section) => section.isInMenu)
    .map(({ id, label, icon: Icon }) => ({
      label,
      icon: <Icon aria-hidden="true" className="size-4 text-muted" />,
      to: sectionAddress(id),
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
        ...places,
        {
          label: "Logout",
          icon: <LogOut aria-hidden="true" className="size-4 text-muted" />,
          onSelect: onSignOut,
        },
      ]}
    />
  );
}
