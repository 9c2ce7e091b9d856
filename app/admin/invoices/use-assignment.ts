import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assignInvoice, type ListedInvoice, unassignInvoice } from "#app/api/admin/invoices.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { useUndo } from "../undo/use-undo.ts";

/** With `isUndo`, errors are shown in an alert, because no dialog is open. */
type Assignment = Pick<ListedInvoice, "id"> & { clientId: string; isUndo?: boolean };

/** Assigns an invoice to a client or unassigns it. Both changes can be undone. */
export function useAssignment() {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const showAlert = useAlert();
  // An assignment can change balances, projects and totals.
  const refresh = () => void queryClient.invalidateQueries();
  const assign = useMutation({
    mutationFn: ({ id, clientId }: Assignment) => assignInvoice(id, clientId),
    onSuccess: (_result, assignment) => offerUndo("Invoice assigned", () => unassign.mutate(assignment)),
    onError: (error, { isUndo }) =>
      void (isUndo && showAlert(errorMessage(error, "We couldn't assign the invoice. Try again."))),
    onSettled: refresh,
  });
  const unassign = useMutation({
    mutationFn: ({ id, clientId }: Assignment) => unassignInvoice(id, clientId),
    onSuccess: (_result, assignment) =>
      offerUndo("Invoice unassigned", () => assign.mutate({ ...assignment, isUndo: true })),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't unassign the invoice. Try again.")),
    onSettled: refresh,
  });
  return { assign, unassign };
}
