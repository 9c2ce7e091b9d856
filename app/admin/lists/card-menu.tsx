import { IconButton } from "#app/ui/button.tsx";
import { Ellipsis } from "#app/ui/icons.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";

type CardMenuProps = {
  /** The record in the row, such as a project's name. */
  name: string;
  entries: readonly MenuEntry[];
};

/** The secondary actions of a row in the card layout. The table shows them as icon buttons. */
export function CardMenu({ name, entries }: CardMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton label={`More actions: ${name}`}>
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
      entries={entries}
    />
  );
}
