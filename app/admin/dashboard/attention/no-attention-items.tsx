import { useQuery } from "@tanstack/react-query";
import { pendingBookingsQuery } from "#app/api/admin/bookings.ts";
import { squareStatusQuery } from "#app/api/admin/square-connection.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { CircleCheck, Plug } from "#app/ui/icons.tsx";

/** Replaces the list of items that need attention if it is empty. On a new installation, shows the first step. */
export function NoAttentionItems() {
  const square = useQuery(squareStatusQuery()).data;
  const bookings = useQuery(pendingBookingsQuery());
  if (square && !square.merchant_id) {
    return (
      <EmptyState
        icon={<Plug className="size-6" />}
        title="Connect Square to get started"
        hint="We import your invoices and payments from Square. Then create your clients and invite them to the portal."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to="/admin/square" tone="primary">
              Set up Square
            </ButtonLink>
            <ButtonLink to="/admin/clients">Go to clients</ButtonLink>
          </div>
        }
      />
    );
  }
  if (bookings.isPending) {
    return null;
  }
  return (
    <EmptyState
      icon={<CircleCheck className="size-6" />}
      title={bookings.data?.total === 0 ? "You're all caught up" : "Nothing else to do"}
      hint="Requests to answer and problems to fix appear here"
    />
  );
}
