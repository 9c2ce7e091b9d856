import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { useSearchParams } from "react-router";
import { squareStatusQuery } from "#app/api/admin/square-connection.ts";
import { squareOverviewQuery } from "#app/api/admin/square-operations.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { formatUpdatedAt } from "#app/components/updated-at.ts";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { ConnectionCard } from "./connection-card.tsx";
import { DifferenceReport } from "./difference-report.tsx";
import { EventList } from "./event-list.tsx";
import { FormerAccounts } from "./former-accounts.tsx";
import { LocationsCard } from "./locations-card.tsx";
import { RunList } from "./run-list.tsx";
import { SquareHeader } from "./square-header.tsx";
import { StoppedDrafts } from "./stopped-drafts.tsx";
import { WritingCard } from "./writing-card.tsx";

export const meta: MetaFunction = () => pageMeta("Square");

const TABS = ["runs", "differences", "events", "drafts"] as const;
type Tab = (typeof TABS)[number];

/** Page with the Square connection, sync history, differences and webhook events. */
export default function Square() {
  const [searchParams, setSearchParams] = useSearchParams();
  const tab = TABS.find((value) => value === searchParams.get("tab")) ?? "runs";
  const query = combineQueries(useQuery(squareStatusQuery()), useQuery(squareOverviewQuery()));
  const writing = useQuery(squareWritingQuery());
  return (
    <Loaded
      query={query}
      errorMessage="We couldn't load the Square connection."
      loading={
        <>
          <PageHeader title="Square" />
          <Loading text="Loading connection..." rows={5} />
        </>
      }
    >
      {([status, overview]) => (
        <>
          <SquareHeader
            subtitle={
              status.last_synced_at
                ? `In sync with Square as of ${formatUpdatedAt(status.last_synced_at, new Date())}`
                : "Nothing has been synced yet"
            }
            isConnected={status.connected}
            running={overview.running}
            comparison={overview.comparison}
          />
          <div className="mt-6 grid grid-cols-1 gap-6">
            <ConnectionCard
              status={status}
              connection={overview.connection}
              isWritingEnabled={writing.data?.isEnabled === true && writing.data.status !== "reconnect"}
            />
            <WritingCard query={writing} isConnected={status.connected} />
            {status.connected && <LocationsCard />}
            <FormerAccounts accounts={overview.former} />
            <Tabs<Tab>
              label="Square details"
              value={tab}
              onChange={(newTab) =>
                setSearchParams(newTab === "runs" ? {} : { tab: newTab }, {
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
                { value: "drafts", label: "Stopped", panel: <StoppedDrafts /> },
              ]}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}
