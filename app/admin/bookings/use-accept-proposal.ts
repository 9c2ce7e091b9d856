import { useMutation, useQueryClient } from "@tanstack/react-query";
import { BOOKINGS_KEY, type ListedBooking, rescheduleMeeting } from "#app/api/admin/bookings.ts";
import { CLIENT_KEY } from "#app/api/admin/client.ts";
import { ApiError } from "#app/api/client/api-error.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import type { ProposedTimeStatus } from "#domain/bookings/proposed-time.ts";
import { toInstant } from "#domain/dates/instant.ts";

type AcceptedProposal = { booking: ListedBooking; allowsOutsideHours: boolean };

/**
 * Reschedules a meeting to the time that the client proposed, with the same host, length and video link. A time outside
 * the hours requires a confirmation, even if the list does not show that yet. A time at which the host is busy is
 * rejected.
 */
export function useAcceptProposal(): {
  acceptProposal: (booking: ListedBooking, check: ProposedTimeStatus | null | undefined) => Promise<void>;
  /** The booking whose proposed time is being accepted. */
  acceptingId: string | null;
} {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const confirm = useConfirmation();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: saveAcceptance,
    onSuccess: (_, { booking }) => showToast(`Meeting with ${booking.clients.company} rescheduled`),
    onError: (error, { booking }) =>
      error instanceof ApiError && error.code === "outside_hours"
        ? void confirmOutsideHours(booking)
        : void showAlert(errorMessage(error, "We couldn't accept the time. Try again.")),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [BOOKINGS_KEY] });
      void queryClient.invalidateQueries({ queryKey: [CLIENT_KEY] });
    },
  });

  async function confirmOutsideHours(booking: ListedBooking) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const time = formatMeetingTime(new Date(booking.proposed_at ?? ""), timeZone);
    const text = `${time} is outside your hours. Reschedule the meeting with ${booking.clients.company} to this time?`;
    if (await confirm({ text, confirmLabel: "Accept time", tone: "primary" })) {
      mutate({ booking, allowsOutsideHours: true });
    }
  }

  return {
    acceptProposal: async (booking, check) =>
      check?.status === "outside_hours"
        ? confirmOutsideHours(booking)
        : mutate({ booking, allowsOutsideHours: false }),
    acceptingId: isPending ? variables.booking.id : null,
  };
}

function saveAcceptance({ booking, allowsOutsideHours }: AcceptedProposal): Promise<void> {
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
}
