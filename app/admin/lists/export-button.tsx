import { useId } from "react";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { type CsvExport, useCsvExport } from "./use-csv-export.ts";

/** Downloads all rows of a list as CSV. `isEmpty` disables it, because the file would only have a header. */
export function ExportButton({ isEmpty = false, ...options }: CsvExport & { isEmpty?: boolean }) {
  const { isExporting, exportCsv } = useCsvExport(options);
  const reasonId = useId();
  return (
    <div className="grid justify-items-start gap-1 sm:justify-items-end">
      <Button
        icon={<Download aria-hidden="true" className="size-4" />}
        busy={isExporting}
        busyLabel="Exporting..."
        // A disabled button could not have the focus, so its reason would not be announced.
        aria-disabled={isEmpty || undefined}
        aria-describedby={isEmpty ? reasonId : undefined}
        className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
        onClick={() => !isEmpty && exportCsv()}
      >
        Export CSV
      </Button>
      {isEmpty && (
        <p id={reasonId} className="text-13 text-muted">
          Nothing to export
        </p>
      )}
    </div>
  );
}
