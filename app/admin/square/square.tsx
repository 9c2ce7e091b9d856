import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { useSearchParams } from "react-router";
import { squareStatus } from "#app/api/admin-square.ts";
import { squareOverview } from "#app/api/square-operations.ts";
import { asOf } from "#app/components/as-of.ts";
import { both, Loaded } from "#app/components/loaded.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { Tabs } from "#app/ui/tabs.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { ConnectionCard } from "./connection-card.tsx";
import { DifferenceReport } from "./difference-report.tsx";
import { EventList } from "./event-list.tsx";
import { FormerAccounts } from "./former-accounts.tsx";
import { RunList } from "./run-list.tsx";
import { SquareHead } from "./square-head.tsx";

export const meta: MetaFunction = () => pageMeta("Square");

const TABS = ["runs", "differences", "events"] as const;
type Tab = (typeof TABS)[number];

/** Everything about the firm's Square account: connection, what each sync did, how far both sides differ, events. */
export default function Square() {
  const [search, setSearch] = useSearchParams();
  const tab = TABS.find((each) => each === search.get("tab")) ?? "runs";
  const query = both(useQuery(squareStatus()), useQuery(squareOverview()));
  return (
    <Loaded
      query={query}
      failed="What is known of Square could not be loaded."
      loading={
        <>
          <PageHead title="Square" />
          <Loading text="Loading Square..." rows={5} />
        </>
      }
    >
      {([known, overview]) => (
        <>
          <SquareHead
            context={
              known.last_synced_at
                ? `Amounts here equal Square’s ${asOf(known.last_synced_at, new Date())}.`
                : "Nothing has been synced yet."
            }
            isConnected={known.connected}
            running={overview.running}
          />
          <div className="mt-6 grid grid-cols-1 gap-6">
            <ConnectionCard status={known} connection={overview.connection} />
            <FormerAccounts former={overview.former} />
            <Tabs<Tab>
              label="About Square"
              value={tab}
              onChange={(chosen) =>
                setSearch(chosen === "runs" ? {} : { tab: chosen }, {
                  replace: true,
                  preventScrollReset: true,
                })
              }
              tabs={[
                { value: "runs", label: "Runs", panel: <RunList /> },
                {
                  value: "differences",
                  label: "Differences",
                  panel: <DifferenceReport comparison={overview.comparison} />,
                },
                { value: "events", label: "Events", panel: <EventList failing={overview.failingEvents} /> },
              ]}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}
