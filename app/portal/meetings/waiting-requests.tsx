import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type OwnBooking, ownBookingsQuery } from "#app/api/portal/bookings.ts";
import { useLazyComponent } from "#app/components/lazy-component.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { lazyPickTimeDialog } from "./lazy-time-dialogs.ts";
import { useCanPickTimes } from "./use-can-pick-times.ts";

/** Requested meetings without a time. If there is only one, users who pick times can schedule it here. */
export function WaitingRequests({ timeZone }: { timeZone: string }) {
  const { id } = useCurrentClient();
  const canRequest = useHasPermission("requests");
  const canPickTimes = useCanPickTimes();
  const { data = [] } = useQuery({ ...ownBookingsQuery(id), enabled: canRequest });
  // The dialog keeps its request while others are added or answered.
  const [scheduling, setScheduling] = useState<OwnBooking | null>(null);
  const PickTimeDialog = useLazyComponent(lazyPickTimeDialog, { isNeeded: scheduling !== null });
  const [request, ...others] = data.filter(({ kind, status }) => kind === "booking" && status === "pending");
  return (
    <>
      {request && (
        <div className="mb-4 flex max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-medium border border-line bg-surface px-4 py-3 sm:px-5">
          <p className="min-w-0 flex-1 basis-60 text-14">
            {formatCount(others.length + 1, "request")} without a meeting time.
            {!canPickTimes && " We'll reply within 24 hours."}
          </p>
          <div className="flex flex-wrap gap-2">
            {canPickTimes && others.length === 0 && (
              <Button
                size="small"
                tone="primary"
                aria-label={`Schedule meeting: ${request.service_type}`}
                onClick={() => setScheduling(request)}
              >
                Schedule meeting
              </Button>
            )}
            <ButtonLink to={sectionUrl("book-service", { tab: "custom-project" })} size="small">
              View requests
            </ButtonLink>
          </div>
        </div>
      )}
      {scheduling && PickTimeDialog && (
        <PickTimeDialog booking={scheduling} timeZone={timeZone} onClose={() => setScheduling(null)} />
      )}
    </>
  );
}
