import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKINGS } from "#app/api/admin-bookings.ts";
import { ONE_CLIENT } from "#app/api/admin-client.ts";
import { useToast } from "#app/ui/toast.tsx";

/** Sends an answer to a booking, then closes its dialog; the lists are asked anew whatever came of it. */
export function useAnswer<Answer>(
  send: (answer: Answer) => Promise<void>,
  done: string,
  onClose: () => void,
) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      showToast(done);
      onClose();
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [BOOKINGS] });
      void queryClient.invalidateQueries({ queryKey: [ONE_CLIENT] });
    },
  });
}
