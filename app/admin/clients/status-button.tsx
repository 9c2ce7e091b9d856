import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeClientStatus } from "#app/data/admin-client.ts";
import { useAlert, useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Button } from "#app/ui/button.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { type ClientRow, isActiveClient } from "#domain/client.ts";
import { wordsOf } from "../lists/words-of.ts";

/** Suspends a client after asking, or restores it at once. */
export function StatusButton({ client }: { client: ClientRow }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const isActive = isActiveClient(client);
  const change = useMutation({
    mutationFn: () => changeClientStatus(client.id, isActive ? "suspended" : "active"),
    onSuccess: async () => {
      showToast(isActive ? `${client.company} is suspended` : `${client.company} is active again`);
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
    if (!isActive || (await confirm(question))) change.mutate();
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
