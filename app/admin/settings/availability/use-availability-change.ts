import { useMutation, useQueryClient } from "@tanstack/react-query";
import { availabilityQuery } from "#app/api/admin/settings/availability.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";

type ChangeOptions<Change> = {
  save: (change: Change) => Promise<void>;
  successMessage: (change: Change) => string;
  onSaved?: (change: Change) => void;
};

/** Saves a change to the availability and refetches it. */
export function useAvailabilityChange<Change>({ save, successMessage, onSaved }: ChangeOptions<Change>) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: save,
    onSuccess: async (_, change) => {
      await queryClient.invalidateQueries(availabilityQuery());
      showToast(successMessage(change));
      onSaved?.(change);
    },
  });
}

type Removal = { text: string; confirmLabel: string; successMessage: string; remove: () => Promise<void> };

/** Returns a function that removes something after a confirmation. */
export function useRemoval() {
  const confirm = useConfirmation();
  const showAlert = useAlert();
  const change = useAvailabilityChange<Removal>({
    save: ({ remove }) => remove(),
    successMessage: ({ successMessage }) => successMessage,
  });
  return async (removal: Removal) => {
    if (await confirm({ text: removal.text, confirmLabel: removal.confirmLabel, tone: "danger" })) {
      change.mutate(removal, {
        onError: (error) => void showAlert(errorMessage(error, "We couldn't remove it. Try again.")),
      });
    }
  };
}
