import { Menu } from "@base-ui/react/menu";
import { CircleUser, LogOut } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { sectionAddress } from "./section-address.ts";
import { sections } from "./sections.ts";

const entryLook =
  "flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-left text-14 data-highlighted:bg-page";

/** On phones: whose portal it is, the sections the bottom bar has no place for, and Logout. */
export function AccountMenu({ email, onSignOut }: { email: string; onSignOut: () => void }) {
  // Drawn inside the header: content outside all landmarks is hard to find for who jumps between them.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label="Account menu"
        className="grid size-11 place-items-center rounded-small text-muted hover:bg-raised hover:text-text"
      >
        <CircleUser aria-hidden="true" className="size-5" />
      </Menu.Trigger>
      <div ref={setPlace} />
      <Menu.Portal container={place}>
        <Menu.Positioner sideOffset={8} align="end" className="z-50">
          <Menu.Popup className="w-64 max-w-[calc(100vw-2rem)] rounded-medium border border-line bg-raised p-1.5 shadow-floating">
            <Menu.Group>
              <Menu.GroupLabel className="truncate border-line border-b px-3 pt-1 pb-2.5 text-13 text-muted">
                {email}
              </Menu.GroupLabel>
              {sections
                .filter((section) => section.isInMenu)
                .map(({ id, label, icon: Icon }) => (
                  <Menu.Item key={id} className={entryLook} render={<Link to={sectionAddress(id)} />}>
                    <Icon aria-hidden="true" className="size-4 text-muted" />
                    {label}
                  </Menu.Item>
                ))}
              <Menu.Item className={entryLook} onClick={onSignOut}>
                <LogOut aria-hidden="true" className="size-4 text-muted" />
                Logout
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
