import { useMutation } from "@tanstack/react-query";
import { downloadFile } from "#app/components/download-file.ts";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { toCsv } from "#domain/text/csv.ts";

export type CsvExport = {
  /** File name without the extension. */
  name: string;
  /** Returns the header and all rows that match the current filter. */
  fetchRows: () => Promise<readonly (readonly string[])[]>;
};

/** Returns a function that downloads all rows of a list as CSV. */
export function useCsvExport({ name, fetchRows }: CsvExport): {
  isExporting: boolean;
  exportCsv: () => void;
} {
  const showAlert = useAlert();
  const save = useMutation({
    mutationFn: fetchRows,
    onSuccess: (all) =>
      downloadFile(`${name}.csv`, new Blob([toCsv(all)], { type: "text/csv;charset=utf-8" })),
    onError: () => void showAlert("We couldn't export the list. Try again."),
  });
  return { isExporting: save.isPending, exportCsv: () => save.mutate() };
}
