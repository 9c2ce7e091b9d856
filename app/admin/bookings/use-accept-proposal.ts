import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKINGS_KEY, type ListedBooking, rescheduleMeeting } from "#app/api/admin/bookings.ts";
import { CLIENT_KEY } from "#app/api/admin/client.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { toInstant } from "#domain/dates/instant.ts";

type AcceptedProposal = {
  booking: ListedBooking;
  /** Whether the administrator saw that the time is outside the hours. */
  allowsOutsideHours: boolean;
};

/** Reschedules a meeting to the time that the client proposed, with the same host, length and video link. */
export function useAcceptProposal() {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  return useMutation({
    mutationFn: ({ booking, allowsOutsideHours }: AcceptedProposal) => {
      const proposedAt = toInstant(new Date(booking.proposed_at ?? ""));
      return rescheduleMeeting(booking.id, {
        scheduledAt: proposedAt,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        meetingMinutes: booking.meeting_minutes,
        meetingUrl: booking.meeting_url ?? "",
        hostId: booking.host_id,
        checksAvailability: true,
        allowsOutsideHours,
        answeredProposal: proposedAt,
      });
    },
    onSuccess: (_, { booking }) => showToast(`Meeting with ${booking.clients.company} rescheduled`),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't accept the time. Try again.")),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [BOOKINGS_KEY] });
      void queryClient.invalidateQueries({ queryKey: [CLIENT_KEY] });
    },
  });
}
