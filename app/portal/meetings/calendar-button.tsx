import type { OwnMeeting } from "#app/api/portal/bookings.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { Button } from "#app/ui/button.tsx";
import { CalendarPlus } from "#app/ui/icons.tsx";
import { brand } from "#brand";
import { formatCalendarFile, type Meeting } from "#domain/bookings/meeting.ts";

type CalendarButtonProps = {
  meeting: OwnMeeting & Meeting;
  /** The meeting and its time, for screen readers. */
  label: string;
};

/** Saves a meeting as an iCalendar file. */
export function CalendarButton({ meeting, label }: CalendarButtonProps) {
  return (
    <Button
      icon={<CalendarPlus aria-hidden="true" className="size-4 shrink-0 text-muted" />}
      aria-label={`Add to calendar: ${label}`}
      onClick={() => downloadCalendarFile(meeting)}
    >
      Add to calendar
    </Button>
  );
}

function downloadCalendarFile(meeting: Meeting): void {
  downloadFile(
    `meeting-${meeting.scheduled_at.slice(0, 10)}.ics`,
    new Blob([formatCalendarFile(meeting, brand, { now: new Date() })], {
      type: "text/calendar;charset=utf-8",
    }),
  );
}
