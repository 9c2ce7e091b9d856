import { useRef } from "react";
import { type OwnMeeting, withdrawProposal } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { CalendarClock, CalendarX, ChevronDown, Undo } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import type { Meeting } from "#domain/bookings/meeting.ts";
import { useBookingChange } from "./use-booking-change.ts";
import { useCancelBooking } from "./use-cancel-booking.ts";

const ICON_CLASSES = "size-4 shrink-0 text-muted";

type MeetingMenuProps = {
  meeting: OwnMeeting & Meeting;
  /** The meeting and its time, for screen readers. */
  label: string;
  /** Whether the user can reschedule meetings without approval. */
  canPickTimes: boolean;
  onMove: () => void;
};

/** Menu that changes a meeting that has not started. */
export function MeetingMenu({ meeting, label, canPickTimes, onMove }: MeetingMenuProps) {
  const container = useRef<HTMLDivElement>(null);
  const alert = useAlert();
  const { askAndCancel, isPending } = useCancelBooking(
    meeting.id,
    {
      label: "Cancel meeting",
      question: `Cancel your meeting about ${meeting.service_type}? We'll email you a calendar file that removes it.`,
    },
    // The meeting is removed from the list, so move the focus to its container.
    () => container.current?.closest<HTMLElement>("[tabindex='-1']")?.focus({ preventScroll: true }),
  );
  const withdraw = useBookingChange(
    withdrawProposal,
    "Proposed time withdrawn. The meeting stays at its current time.",
  );
  return (
    <div ref={container}>
      <Menu
        trigger={
          <Button aria-label={`Change: ${label}`} busy={isPending || withdraw.isPending}>
            <span className="inline-flex items-center gap-1.5">
              Change
              <ChevronDown aria-hidden="true" className="size-4" />
            </span>
          </Button>
        }
        entries={[
          {
            label: canPickTimes ? "Reschedule" : "Propose another time",
            icon: <CalendarClock aria-hidden="true" className={ICON_CLASSES} />,
            onSelect: onMove,
          },
          ...(meeting.proposed_at
            ? [
                {
                  label: "Withdraw proposed time",
                  icon: <Undo aria-hidden="true" className={ICON_CLASSES} />,
                  onSelect: () =>
                    withdraw.mutate(meeting.id, {
                      onError: (error) =>
                        void alert(errorMessage(error, "We couldn't withdraw the proposed time. Try again.")),
                    }),
                },
              ]
            : []),
          {
            label: "Cancel meeting",
            icon: <CalendarX aria-hidden="true" className={ICON_CLASSES} />,
            onSelect: () => void askAndCancel(),
          },
        ]}
      />
    </div>
  );
}
