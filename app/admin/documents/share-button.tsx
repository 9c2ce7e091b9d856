import { useMutation, useQueryClient } from "@tanstack/react-query";
import { DOCUMENT_LISTS_KEY, type ListedDocument, shareDocument } from "#app/api/admin/documents.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Share2 } from "#app/ui/icons.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { Tooltip } from "#app/ui/overlays/tooltip.tsx";

/** Makes an internal document visible to its client. */
export function ShareButton({ document }: { document: ListedDocument }) {
  const share = useShareDocument(document);
  return (
    <Tooltip label="Share with client">
      <IconButton label={`Share ${document.name} with the client`} onClick={share}>
        <Share2 aria-hidden="true" className="size-4" />
      </IconButton>
    </Tooltip>
  );
}

/** Returns a function that shares an internal document after a confirmation. */
export function useShareDocument(document: ListedDocument): () => Promise<void> {
  const queryClient = useQueryClient();
  const confirm = useConfirmation();
  const showToast = useToast();
  const company = document.clients?.company ?? "the client";
  const sharing = useMutation({
    mutationFn: () => shareDocument(document.id),
    onSuccess: async () => {
      showToast("Document shared");
      await queryClient.invalidateQueries({ queryKey: [DOCUMENT_LISTS_KEY] });
    },
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't share the document. Try again."), { tone: "negative" }),
  });
  return async () => {
    const text = `Share “${document.name}” with ${company}? Its members can see it immediately. We don't email them.`;
    // Keep the control enabled, because disabling it would drop the keyboard focus.
    if (!sharing.isPending && (await confirm({ text, confirmLabel: "Share document" }))) {
      sharing.mutate();
    }
  };
}
