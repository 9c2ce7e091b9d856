import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { DOCUMENT_LISTS, deleteDocument } from "#app/api/admin-documents.ts";
import type { DocumentRow } from "#app/api/documents.ts";
import { ApiFailure } from "#app/api/failure.ts";
import { versionName } from "#app/components/documents/document-facts.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";

/** Milliseconds: long enough to read a sentence twice. */
const FAILURE_SHOWN = 8000;

type DeleteButtonProps = {
  document: DocumentRow;
  /** Whether its earlier versions go with it. */
  isWhole?: boolean;
};

/** Deletes a document, or one version of it, for good, after the question. */
export function DeleteButton({ document, isWhole = false }: DeleteButtonProps) {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showToast = useToast();
  const button = useRef<HTMLButtonElement>(null);
  const removal = useMutation({
    mutationFn: () => deleteDocument(document.id, isWhole),
    onSuccess: async () => {
      showToast("Document deleted successfully");
      // The button goes with its row; the keyboard stays in the list.
      button.current?.closest<HTMLElement>("[tabindex='-1']")?.focus();
      await queryClient.invalidateQueries({ queryKey: [DOCUMENT_LISTS] });
      await queryClient.invalidateQueries({ queryKey: ["document-versions"] });
    },
    onError: (error) => showToast(wordsOfFailure(error), { tone: "negative", duration: FAILURE_SHOWN }),
  });
  const isOfMany = isWhole && document.version > 1;
  const act = isOfMany ? "Delete all versions" : "Delete";
  async function press() {
    const text = `Are you sure you want to delete "${document.name}"? This cannot be undone.`;
    // Not disabled meanwhile, which would take the focus from it.
    if (!removal.isPending && (await confirm({ text, act }))) removal.mutate();
  }
  return (
    <Tooltip label={act}>
      <IconButton
        ref={button}
        label={isOfMany ? `${act} of ${document.name}` : `${act} ${versionName(document)}`}
        onClick={press}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}

function wordsOfFailure(error: Error): string {
  if (!(error instanceof ApiFailure) || error.isUnanswered) return "Failed to delete document";
  return error.message || "Delete failed";
}
