import { useQuery } from "@tanstack/react-query";
import { signInAttemptsQuery } from "#app/api/admin/settings/sign-in-attempts.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { LogIn } from "#app/ui/icons.tsx";
import { formatDeviceName } from "#domain/sign-in/device-name.ts";
import { SIGN_IN_OUTCOMES, type SignInAttempt, signInOutcomeBadge } from "#domain/sign-in/sign-in-attempt.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { EmailText } from "./email-text.tsx";
import { SectionHeader } from "./section-header.tsx";
import { Timestamp } from "./timestamp.tsx";

const OUTCOME_OPTIONS = SIGN_IN_OUTCOMES.map((outcome) => ({
  value: outcome,
  label: signInOutcomeBadge(outcome).label,
}));

const COLUMNS: ReadonlyArray<ListColumn<SignInAttempt>> = [
  { key: "when", header: "Time", cell: ({ at }) => <Timestamp at={at} /> },
  {
    key: "email",
    header: "Email",
    isLongText: true,
    isTitle: true,
    // Attempts with an invalid link have no email address.
    cell: ({ email }) => (email ? <EmailText email={email} /> : "—"),
  },
  {
    key: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => {
      const { label, tone } = signInOutcomeBadge(outcome);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: "address",
    header: "IP address",
    cell: ({ address }) => <span className="wrap-anywhere font-mono text-13">{address}</span>,
  },
  { key: "device", header: "Device", cell: ({ userAgent }) => formatDeviceName(userAgent) },
];

/** Settings section with the sign-in attempts of clients and administrators. */
export function SignInAttempts() {
  const controls = useListParams(SIGN_IN_OUTCOMES);
  const { search, status: outcome, page } = controls;
  const attempts = useQuery(signInAttemptsQuery({ search, outcome, page }));
  return (
    <section aria-label="Sign-in attempts">
      <SectionHeader
        title="Sign-in attempts"
        description="Every sign-in attempt, successful or not. Passwords are never stored."
      />
      <ListScreen
        noun="attempt"
        texts={{
          label: "Sign-in attempts",
          loading: "Loading sign-in attempts...",
          error: "We couldn't load the sign-in attempts.",
        }}
        controls={controls}
        page={attempts}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        searchLabel="Search email or IP address"
        filter={{ label: "Filter by outcome", placeholder: "All outcomes", options: OUTCOME_OPTIONS }}
        notFoundHint="Try adjusting your search"
        empty={
          <EmptyState
            icon={<LogIn className="size-6" />}
            title="No attempts yet"
            hint="If you use a hosted Supabase project, check its authentication logs instead"
          />
        }
      />
    </section>
  );
}
