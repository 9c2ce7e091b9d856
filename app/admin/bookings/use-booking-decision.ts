import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKINGS_KEY } from "#app/api/admin/bookings.ts";
import { CLIENT_KEY } from "#app/api/admin/client.ts";
import { useToast } from "#app/ui/overlays/toast.tsx";

/** Saves a booking decision and closes the dialog. The lists are refetched even after an error. */
export function useBookingDecision<Decision>(
  saveDecision: (decision: Decision) => Promise<void>,
  successMessage: string,
  onClose: () => void,
  onError?: (error: Error) => void,
) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: saveDecision,
    onSuccess: () => {
      showToast(successMessage);
      onClose();
    },
    onError,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [BOOKINGS_KEY] });
      void queryClient.invalidateQueries({ queryKey: [CLIENT_KEY] });
    },
  });
}
