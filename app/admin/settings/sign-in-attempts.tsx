import { useQuery } from "@tanstack/react-query";
import { LogIn, SearchX } from "lucide-react";
import { signInAttempts } from "#app/api/admin-sign-in-attempts.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { deviceName } from "#domain/device.ts";
import { SIGN_IN_OUTCOMES, type SignInAttempt, signInOutcome } from "#domain/sign-in-attempt.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { EmailText } from "./email-text.tsx";
import { Moment } from "./moment.tsx";
import { SectionHead } from "./section-head.tsx";

const outcomeOptions = SIGN_IN_OUTCOMES.map((outcome) => ({
  value: outcome,
  label: signInOutcome(outcome).label,
}));

const columns: ReadonlyArray<Column<SignInAttempt>> = [
  { key: "when", header: "When", cell: ({ at }) => <Moment at={at} /> },
  {
    key: "email",
    header: "E-mail",
    isTitle: true,
    // A refused link names nobody.
    cell: ({ email }) => (email ? <EmailText email={email} /> : "—"),
  },
  {
    key: "outcome",
    header: "Outcome",
    cell: ({ outcome }) => {
      const { label, tone } = signInOutcome(outcome);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: "address",
    header: "From",
    cell: ({ address }) => <span className="wrap-anywhere font-mono text-13">{address}</span>,
  },
  { key: "device", header: "Device", cell: ({ userAgent }) => deviceName(userAgent) },
];

/** Every attempt to sign in, at both doors, as the login page promises. */
export function SignInAttempts() {
  const { search, status: outcome, page, change } = useListAddress(SIGN_IN_OUTCOMES);
  const attempts = useQuery(signInAttempts({ search, outcome, page }));
  return (
    <section aria-label="Sign-in attempts">
      <SectionHead
        title="Sign-in attempts"
        context="Every attempt at either door, right or wrong. Passwords are never kept."
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search e-mail or network address"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <BareSelect
          aria-label="Filter by outcome"
          placeholder="All outcomes"
          options={outcomeOptions}
          value={outcome}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={attempts}
        failed="The sign-in attempts could not be loaded."
        loading={<Loading text="Loading sign-in attempts..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <Table
                  label="Sign-in attempts"
                  cardsBelow="lg"
                  columns={columns}
                  rows={found.rows}
                  rowKey={({ id }) => id}
                />
              )
            }
            empty={
              search || outcome ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No attempts found"
                  hint="Try adjusting your search"
                />
              ) : (
                <EmptyState
                  icon={<LogIn className="size-6" />}
                  title="No attempts yet"
                  hint="A hosted authentication service keeps its own log"
                />
              )
            }
            foot={<ListFoot page={found} noun="attempt" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
    </section>
  );
}
