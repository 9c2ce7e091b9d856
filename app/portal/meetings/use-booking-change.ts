import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ownBookingsQuery } from "#app/api/portal/bookings.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { useCurrentClient } from "../current-client.ts";

/** Saves a change to a booking and refetches the list, even after an error. */
export function useBookingChange<Change>(
  saveChange: (change: Change) => Promise<void>,
  successMessage: string,
  onSaved?: () => void,
) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: saveChange,
    onSuccess: () => {
      showToast(successMessage);
      onSaved?.();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownBookingsQuery(id).queryKey }),
  });
}
