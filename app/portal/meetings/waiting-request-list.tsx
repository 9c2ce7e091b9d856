import { useState } from "react";
import type { OwnBooking } from "#app/api/portal/bookings.ts";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { WithdrawBookingButton } from "../book-service/withdraw-booking-button.tsx";
import { lazyPickTimeDialog } from "./lazy-time-dialogs.ts";
import { useCanPickTimes } from "./use-can-pick-times.ts";

export type WaitingRequestListProps = { requests: readonly OwnBooking[]; timeZone: string };

/** Requested meetings without a time, which users who pick times can schedule here. */
export function WaitingRequestList({ requests, timeZone }: WaitingRequestListProps) {
  const canPickTimes = useCanPickTimes();
  // The dialog keeps its request while others are added or answered.
  const [scheduling, setScheduling] = useState<OwnBooking | null>(null);
  const PickTimeDialog = useLazyComponent(lazyPickTimeDialog, { isNeeded: scheduling !== null });
  return (
    <>
      {requests.length > 0 && (
        <section
          aria-labelledby="waiting-requests"
          className="mb-4 max-w-3xl rounded-medium border border-line bg-surface px-4 py-3 sm:px-5"
        >
          <h2 id="waiting-requests" className="font-normal text-14 text-muted">
            {formatCount(requests.length, "request")} without a meeting time.
            {!canPickTimes && " We'll reply within 24 hours."}
          </h2>
          <ul>
            {requests.map((request) => (
              <li
                key={request.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3 text-14"
              >
                <div className="min-w-0 flex-1 basis-60">
                  <p className="wrap-anywhere font-medium">{request.service_type}</p>
                  <p className="text-13 text-muted">Preferred {formatDate(request.preferred_start_date)}</p>
                </div>
                <div className="flex flex-wrap gap-2">
                  {canPickTimes && (
                    <Button
                      size="small"
                      tone="primary"
                      aria-label={`Schedule meeting: ${request.service_type}`}
                      onClick={() => setScheduling(request)}
                    >
                      Schedule meeting
                    </Button>
                  )}
                  <WithdrawBookingButton booking={request} />
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {scheduling && PickTimeDialog && (
        <PickTimeDialog booking={scheduling} timeZone={timeZone} onClose={() => setScheduling(null)} />
      )}
    </>
  );
}
