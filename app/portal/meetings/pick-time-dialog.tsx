import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { freeMeetingTimesQuery, type OwnMeeting, pickMeetingTime } from "#app/api/portal/bookings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { TimeSelect } from "#app/components/scheduling/time-select.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { brand } from "#brand";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { useBookingChange } from "./use-booking-change.ts";

export type PickTimeDialogProps = {
  booking: Pick<OwnMeeting, "id" | "service_type" | "status" | "scheduled_at">;
  timeZone: string;
  onClose: () => void;
};

/** Form that schedules a pending request, or reschedules a meeting, at a free time. */
export function PickTimeDialog({ booking, timeZone, onClose }: PickTimeDialogProps) {
  const queryClient = useQueryClient();
  const freeTimes = useQuery(freeMeetingTimesQuery(booking.id, timeZone));
  const [time, setTime] = useState<Instant | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isMoving = booking.status === "approved";
  const schedule = useBookingChange(
    async (startsAt: Instant) => {
      try {
        await pickMeetingTime(booking.id, { startsAt, timeZone });
      } catch (error) {
        // The time may have been taken.
        await queryClient.invalidateQueries(freeMeetingTimesQuery(booking.id, timeZone));
        throw error;
      }
    },
    isMoving ? "Meeting rescheduled" : "Meeting scheduled",
    onClose,
  );
  return (
    <FormDialog
      title={isMoving ? "Reschedule meeting" : "Schedule meeting"}
      description={
        booking.scheduled_at
          ? `${booking.service_type} is on ${formatMeetingTime(new Date(booking.scheduled_at), timeZone)}.`
          : booking.service_type
      }
      submitButton={{ label: isMoving ? "Reschedule" : "Schedule", busyLabel: "Saving..." }}
      isPending={schedule.isPending}
      onSubmit={() => {
        setIsMissing(!time);
        if (time) {
          schedule.mutate(time);
        }
      }}
      onClose={onClose}
    >
      {schedule.error && (
        <Banner tone="negative" urgent>
          {errorMessage(schedule.error, "We couldn't schedule the meeting. Try again.")}
        </Banner>
      )}
      <Loaded
        query={freeTimes}
        errorMessage="We couldn't load the available times."
        loading={<Loading text="Loading available times..." rows={3} />}
        isSmall
      >
        {({ days }) =>
          days.length > 0 ? (
            <TimeSelect
              days={days}
              timeZone={timeZone}
              time={time}
              onTime={setTime}
              error={isMissing && !time ? "Choose a time" : undefined}
            />
          ) : (
            <p className="text-14">
              No times available right now. Email{" "}
              <a href={`mailto:${brand.contactEmail}`} className="text-accent underline">
                {brand.contactEmail}
              </a>
              .
            </p>
          )
        }
      </Loaded>
    </FormDialog>
  );
}
