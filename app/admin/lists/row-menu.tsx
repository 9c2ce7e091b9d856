import { IconButton } from "#app/ui/button.tsx";
import { Ellipsis } from "#app/ui/icons.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";

type RowMenuProps = {
  /** The record in the row, such as a project's name. */
  name: string;
  entries: readonly MenuEntry[];
};

/** The secondary actions of a row. The most common action has a button with a label. */
export function RowMenu({ name, entries }: RowMenuProps) {
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
