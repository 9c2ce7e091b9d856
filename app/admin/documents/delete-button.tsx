import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { DOCUMENT_LISTS_KEY, deleteDocument } from "#app/api/admin/documents.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import type { DocumentRow } from "#app/api/shared/documents.ts";
import { formatVersionName } from "#app/components/documents/document-details.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Trash2 } from "#app/ui/icons.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

const ERROR_TOAST_DURATION_MS = 8000;

type DeletionOptions = {
  document: DocumentRow;
  /** Whether to delete all versions instead of only this one. */
  allVersions?: boolean;
};

/** Deletes a document or one of its versions after a confirmation. */
export function DeleteButton(options: DeletionOptions) {
  const button = useRef<HTMLButtonElement>(null);
  const { label, name, start } = useDocumentDeletion(options, button);
  return (
    <Tooltip label={label}>
      <IconButton ref={button} label={name} onClick={start}>
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}

/**
 * Returns the labels of an action that deletes a document or one of its versions after a confirmation, and a function
 * that starts it. After the deletion, the list around `control` gets the focus, because the control is removed.
 */
export function useDocumentDeletion(
  { document, allVersions = false }: DeletionOptions,
  control: RefObject<HTMLElement | null>,
): { label: string; name: string; start: () => Promise<void> } {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showToast = useToast();
  const deletion = useMutation({
    mutationFn: () => deleteDocument(document.id, allVersions),
    onSuccess: async () => {
      showToast("Document deleted successfully");
      control.current?.closest<HTMLElement>("[tabindex='-1']")?.focus();
      await queryClient.invalidateQueries({ queryKey: [DOCUMENT_LISTS_KEY] });
      await queryClient.invalidateQueries({ queryKey: ["document-versions"] });
    },
    onError: (error) =>
      showToast(deleteErrorMessage(error), { tone: "negative", duration: ERROR_TOAST_DURATION_MS }),
  });
  const deletesSeveralVersions = allVersions && document.version > 1;
  const label = deletesSeveralVersions ? "Delete all versions" : "Delete";
  return {
    label,
    name: deletesSeveralVersions ? `${label} of ${document.name}` : `${label} ${formatVersionName(document)}`,
    async start() {
      const text = `Are you sure you want to delete "${document.name}"? This cannot be undone.`;
      // Keep the control enabled while deleting, because disabling it would drop the keyboard focus.
      if (!deletion.isPending && (await confirm({ text, confirmLabel: label }))) {
        deletion.mutate();
      }
    },
  };
}

function deleteErrorMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.isNetworkError) {
    return "Failed to delete document";
  }
  return error.message || "Delete failed";
}
