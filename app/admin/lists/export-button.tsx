import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "#app/components/download-file.ts";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { toCsv } from "#domain/text/csv.ts";

type ExportButtonProps = {
  /** File name without the extension. */
  name: string;
  /** Returns the header and all rows that match the current filter. */
  fetchRows: () => Promise<readonly (readonly string[])[]>;
};

/** Downloads all rows of a list as CSV. */
export function ExportButton({ name, fetchRows }: ExportButtonProps) {
  const showAlert = useAlert();
  const save = useMutation({
    mutationFn: fetchRows,
    onSuccess: (all) =>
      downloadFile(`${name}.csv`, new Blob([toCsv(all)], { type: "text/csv;charset=utf-8" })),
    onError: () => void showAlert("We couldn't export the list. Try again."),
  });
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={save.isPending}
      busyLabel="Exporting..."
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  );
}
