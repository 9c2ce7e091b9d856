import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { saveFile } from "#app/components/save-file.ts";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { asCsv } from "#domain/csv.ts";

type ExportButtonProps = {
  /** The file's name without its ending. */
  name: string;
  /** Every row of the list as it is narrowed now, on all its pages; the header first. */
  rows: () => Promise<readonly (readonly string[])[]>;
};

/** Saves a whole list as a spreadsheet reads it. */
export function ExportButton({ name, rows }: ExportButtonProps) {
  const showAlert = useAlert();
  const save = useMutation({
    mutationFn: rows,
    onSuccess: (all) => saveFile(`${name}.csv`, new Blob([asCsv(all)], { type: "text/csv;charset=utf-8" })),
    onError: () => void showAlert("The list could not be saved. Please try again."),
  });
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={save.isPending}
      busyLabel="Saving..."
      onClick={() => save.mutate()}
    >
      Save as CSV
    </Button>
  );
}
