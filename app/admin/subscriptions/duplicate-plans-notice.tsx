import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { duplicatePlansQuery } from "#app/api/admin/plan-requests.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** One warning per client that Square bills for more than one plan. Renders nothing if there are none. */
export function DuplicatePlansNotice() {
  const { data: duplicates = [] } = useQuery(duplicatePlansQuery());
  if (duplicates.length === 0) {
    return null;
  }
  return (
    <div className="mb-6 grid gap-3">
      {duplicates.map(({ client_id, plan_count, clients: { company } }) => (
        <Banner
          key={client_id}
          tone="negative"
          details="In Square, cancel the plan that the client doesn't want and refund its last payment."
          action={
            <Link
              to={`/admin/subscriptions?search=${encodeURIComponent(company)}`}
              aria-label={`Review the subscriptions of ${company}`}
              className="inline-flex min-h-6 items-center text-14 text-accent underline underline-offset-4"
            >
              Review
            </Link>
          }
        >
          {`${company} is billed for ${plan_count} plans.`}
        </Banner>
      ))}
    </div>
  );
}
