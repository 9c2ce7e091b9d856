import { useState } from "react";
import type { OwnMeeting } from "#app/api/portal/bookings.ts";
import { createLazyComponent, useLazyComponent } from "#app/components/lazy-component.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { useNow } from "#app/components/use-now.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { CalendarClock } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { listPastMeetings, listUnfinishedMeetings, type Meeting } from "#domain/bookings/meeting.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { useHasPermission } from "../current-client.ts";
import { lazyPickTimeDialog, lazyProposeTimeDialog, lazyRequestMeetingDialog } from "./lazy-time-dialogs.ts";
import { MeetingItem } from "./meeting-item.tsx";
import type { PastMeetingsProps } from "./past-meetings.tsx";
import { useCanPickTimes } from "./use-can-pick-times.ts";
import { useOwnMeetings } from "./use-own-meetings.ts";
import { WaitingRequests } from "./waiting-requests.tsx";

/** New clients have no past meetings. */
const lazyPastMeetings = createLazyComponent<PastMeetingsProps>(async () => {
  const { PastMeetings } = await import("./past-meetings.tsx");
  return PastMeetings;
});

/** Section with the client's meetings, which are approved bookings with a time. */
export function Meetings() {
  const bookings = useOwnMeetings();
  const canRequest = useHasPermission("requests");
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = useNow();
  const [moving, setMoving] = useState<(OwnMeeting & Meeting) | null>(null);
  const [isRequesting, setIsRequesting] = useState(false);
  const canPickTimes = useCanPickTimes();
  const isMoving = moving !== null;
  const ProposeTimeDialog = useLazyComponent(lazyProposeTimeDialog, { isNeeded: isMoving && !canPickTimes });
  const PickTimeDialog = useLazyComponent(lazyPickTimeDialog, { isNeeded: isMoving && canPickTimes });
  const RequestMeetingDialog = useLazyComponent(lazyRequestMeetingDialog, { isNeeded: isRequesting });
  const meetings = listUnfinishedMeetings(bookings.data ?? [], now);
  const past = listPastMeetings(bookings.data ?? [], now);
  const PastMeetings = useLazyComponent(lazyPastMeetings, { isNeeded: past.length > 0 });
  // The empty state offers the same action.
  const isEmpty = bookings.data !== undefined && meetings.length === 0;
  const requestButton = canRequest && (
    <Button tone="primary" onClick={() => setIsRequesting(true)}>
      Request a meeting
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Upcoming Meetings"
        subtitle={`Times in ${formatTimeZone(timeZone)}`}
        action={!isEmpty && requestButton}
      />
      <WaitingRequests timeZone={timeZone} />
      <Loaded
        query={bookings}
        errorMessage="We couldn't load your meetings."
        loading={<Loading text="Loading meetings..." />}
      >
        {() =>
          isEmpty ? (
            <div className="max-w-3xl rounded-medium border border-line bg-surface">
              <EmptyState
                icon={<CalendarClock className="size-6" />}
                title="No upcoming meetings"
                hint="Meetings appear here after we confirm a time"
                action={requestButton}
              />
            </div>
          ) : (
            <ul className="max-w-3xl divide-y divide-line rounded-medium border border-line bg-surface">
              {meetings.map((meeting) => (
                <MeetingItem
                  key={meeting.id}
                  meeting={meeting}
                  now={now}
                  timeZone={timeZone}
                  canChange={canRequest}
                  canPickTimes={canPickTimes}
                  onMove={() => setMoving(meeting)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {PastMeetings && past.length > 0 && <PastMeetings meetings={past} timeZone={timeZone} />}
      {isRequesting && RequestMeetingDialog && (
        <RequestMeetingDialog canPickTimes={canPickTimes} onClose={() => setIsRequesting(false)} />
      )}
      {moving && !canPickTimes && ProposeTimeDialog && (
        <ProposeTimeDialog meeting={moving} timeZone={timeZone} onClose={() => setMoving(null)} />
      )}
      {moving && canPickTimes && PickTimeDialog && (
        <PickTimeDialog booking={moving} timeZone={timeZone} onClose={() => setMoving(null)} />
      )}
    </>
  );
}
