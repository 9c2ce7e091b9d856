import { IconButton } from "#app/ui/button.tsx";
import { Ellipsis } from "#app/ui/icons.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";

type MoreMenuProps = {
  /** The record in a row, such as a project's name. Omit it for the menu of a page. */
  name?: string;
  entries: readonly MenuEntry[];
};

/** The secondary actions of a page or a row. The most common action has a button with a label. */
export function MoreMenu({ name, entries }: MoreMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={name ? `More actions: ${name}` : "More actions"}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
      entries={entries}
    />
  );
}
