import { useQuery } from "@tanstack/react-query";
import { ownBookingsQuery } from "#app/api/portal/bookings.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { formatCount } from "#domain/text/pluralize.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";

/** Requested meetings that have no time yet. Renders nothing without any. */
export function WaitingRequests() {
  const { id } = useCurrentClient();
  const canRequest = useHasPermission("requests");
  const { data = [] } = useQuery({ ...ownBookingsQuery(id), enabled: canRequest });
  const waiting = data.filter(({ kind, status }) => kind === "booking" && status === "pending");
  if (waiting.length === 0) {
    return null;
  }
  return (
    <div className="mb-4 flex max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-medium border border-line bg-surface px-4 py-3 sm:px-5">
      <p className="min-w-0 flex-1 basis-60 text-14">
        {formatCount(waiting.length, "request")} without a meeting time. We'll reply within 24 hours.
      </p>
      <ButtonLink to={sectionUrl("book-service", { tab: "custom-project" })} size="small">
        View requests
      </ButtonLink>
    </div>
  );
}
