import { IconButton } from "#app/ui/button.tsx";
import { Download, Ellipsis } from "#app/ui/icons.tsx";
import { Menu, type MenuEntry } from "#app/ui/overlays/menu.tsx";
import { type CsvExport, useCsvExport } from "./use-csv-export.ts";

type ListMenuProps = { entries?: readonly MenuEntry[]; csv: CsvExport };

/** The secondary actions of a list on phones, where their buttons would push the list down. */
export function ListMenu({ entries = [], csv }: ListMenuProps) {
  const { exportCsv } = useCsvExport(csv);
  return (
    <Menu
      trigger={
        <IconButton label="More actions">
          <Ellipsis aria-hidden="true" className="size-5" />
        </IconButton>
      }
      entries={[
        ...entries,
        {
          label: "Export CSV",
          icon: <Download aria-hidden="true" className="size-4" />,
          onSelect: exportCsv,
        },
      ]}
    />
  );
}
