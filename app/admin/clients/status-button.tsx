import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeClientStatus } from "#app/api/admin-client.ts";
import { useAlert, useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { type ClientRow, isActiveClient } from "#domain/client.ts";
import { wordsOf } from "../lists/words-of.ts";
import { useUndo } from "../undo/use-undo.ts";

/** Suspends a client after asking, or restores it at once. */
export function StatusButton({ client }: { client: ClientRow }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const offerUndo = useUndo();
  const confirm = useConfirmation();
  const isActive = isActiveClient(client);
  const change = useMutation({
    mutationFn: (wanted: "active" | "suspended") => changeClientStatus(client.id, wanted),
    onSuccess: async (_nothing, wanted) => {
      if (wanted === "suspended") showToast(`${client.company} is suspended`);
      else offerUndo(`${client.company} is active again`, () => change.mutate("suspended"));
      // The status is in the lists, the figures and the choices of forms.
      await queryClient.invalidateQueries();
    },
    onError: (error) => void showAlert(wordsOf(error, "Failed to change the client’s status")),
  });
  async function press() {
    const question = {
      text: `Suspend ${client.company}? Nobody can sign in to its portal until you restore it. Its data is kept.`,
      act: "Suspend",
    };
    if (!isActive) change.mutate("active");
    else if (await confirm(question)) change.mutate("suspended");
  }
  return (
    <Button
      tone={isActive ? "danger" : "primary"}
      busy={change.isPending}
      busyLabel={isActive ? "Suspending..." : "Restoring..."}
      onClick={press}
    >
      {isActive ? "Suspend" : "Restore"}
    </Button>
  );
}
