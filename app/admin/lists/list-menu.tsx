import { Download } from "#app/ui/icons.tsx";
import type { MenuEntry } from "#app/ui/overlays/menu.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { type CsvExport, useCsvExport } from "./use-csv-export.ts";

type ListMenuProps = { entries?: readonly MenuEntry[]; csv: CsvExport };

/** The secondary actions of a list, with the export. On phones, their buttons would push the list down. */
export function ListMenu({ entries = [], csv }: ListMenuProps) {
  const { exportCsv } = useCsvExport(csv);
  return (
    <MoreMenu
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
