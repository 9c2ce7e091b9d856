import { useMutation, useQueryClient } from "@tanstack/react-query";
import { setClientStatus } from "#app/api/admin/client.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import type { ClientRow, ClientStatus } from "#domain/clients/client.ts";
import { useUndo } from "../undo/use-undo.ts";

/** Returns functions that suspend a client after a confirmation, and restore it immediately. */
export function useClientStatus(client: ClientRow) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const offerUndo = useUndo();
  const confirm = useConfirmation();
  const change = useMutation({
    mutationFn: (status: ClientStatus) => setClientStatus(client.id, status),
    onSuccess: async (_result, status) => {
      if (status === "suspended") {
        showToast(`${client.company} suspended`);
      } else {
        offerUndo(`${client.company} restored`, () => change.mutate("suspended"));
      }
      // Lists, totals and client selects depend on the status.
      await queryClient.invalidateQueries();
    },
    onError: (error) =>
      void showAlert(errorMessage(error, "We couldn't change the client's status. Try again.")),
  });
  async function suspend() {
    const confirmation = {
      text: `Suspend ${client.company}? They can't sign in until you restore access. No data is deleted.`,
      confirmLabel: "Suspend",
    };
    if (await confirm(confirmation)) {
      change.mutate("suspended");
    }
  }
  return { isPending: change.isPending, suspend, restore: () => change.mutate("active") };
}
