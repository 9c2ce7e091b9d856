import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assignInvoice, type ListedInvoice, unassignInvoice } from "#app/api/admin-invoice-list.ts";
import { useAlert } from "#app/ui/alert-dialog.tsx";
import { wordsOf } from "../lists/words-of.ts";
import { useUndo } from "../undo/use-undo.ts";

/** `isAgain`: no dialog is open that would say what failed. */
type Assignment = Pick<ListedInvoice, "id"> & { clientId: string; isAgain?: boolean };

/** Gives an invoice its client by hand, or takes that back; each undoes the other. */
export function useAssignment() {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const showAlert = useAlert();
  // Balances, projects and figures may all count it, or count it no more.
  const refresh = () => void queryClient.invalidateQueries();
  const assign = useMutation({
    mutationFn: ({ id, clientId }: Assignment) => assignInvoice(id, clientId),
    onSuccess: (_nothing, assignment) => offerUndo("Invoice assigned", () => takeBack.mutate(assignment)),
    onError: (error, { isAgain }) =>
      void (isAgain && showAlert(wordsOf(error, "Failed to assign the invoice"))),
    onSettled: refresh,
  });
  const takeBack = useMutation({
    mutationFn: ({ id, clientId }: Assignment) => unassignInvoice(id, clientId),
    onSuccess: (_nothing, assignment) =>
      offerUndo("Invoice taken back", () => assign.mutate({ ...assignment, isAgain: true })),
    onError: (error) => void showAlert(wordsOf(error, "Failed to take the invoice back")),
    onSettled: refresh,
  });
  return { assign, takeBack };
}
