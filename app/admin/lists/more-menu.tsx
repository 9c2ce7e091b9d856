import { IconButton } from "#app/ui/button.tsx";
import { Ellipsis } from "#app/ui/icons.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";

/** The secondary actions of a page. */
export function MoreMenu({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <Menu
      trigger={
        <IconButton label="More actions">
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
      entries={entries}
    />
  );
}
