import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { type CsvExport, useCsvExport } from "./use-csv-export.ts";

/** Downloads all rows of a list as CSV. */
export function ExportButton(options: CsvExport) {
  const { isExporting, exportCsv } = useCsvExport(options);
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={isExporting}
      busyLabel="Exporting..."
      onClick={exportCsv}
    >
      Export CSV
    </Button>
  );
}
