import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { duplicatePlansQuery } from "#app/api/admin/plan-requests.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";

/** A warning with the clients that Square bills for more than one plan. Renders nothing if there are none. */
export function DuplicatePlansNotice() {
  const { data: duplicates = [] } = useQuery(duplicatePlansQuery());
  const [first] = duplicates;
  if (!first) {
    return null;
  }
  const instruction = "In Square, cancel the plan that the client doesn't want and refund its last payment.";
  return (
    <div className="mb-6">
      {duplicates.length === 1 ? (
        <Banner tone="negative" details={instruction} action={<ReviewLink company={first.clients.company} />}>
          {`${first.clients.company} is billed for ${first.plan_count} plans.`}
        </Banner>
      ) : (
        <Banner
          tone="negative"
          details={
            <>
              {instruction}
              <ul className="mt-2 grid gap-1">
                {duplicates.map(({ client_id, plan_count, clients: { company } }) => (
                  <li key={client_id} className="flex flex-wrap items-center justify-between gap-x-4">
                    {`${company}: ${plan_count} plans`}
                    <ReviewLink company={company} />
                  </li>
                ))}
              </ul>
            </>
          }
        >
          {`${duplicates.length} clients are billed for more than one plan.`}
        </Banner>
      )}
    </div>
  );
}

function ReviewLink({ company }: { company: string }) {
  return (
    <Link
      to={`/admin/subscriptions?search=${encodeURIComponent(company)}`}
      aria-label={`Review the subscriptions of ${company}`}
      className="inline-flex min-h-6 items-center text-14 text-accent underline underline-offset-4"
    >
      Review
    </Link>
  );
}
