import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  ACTIVITY_PAGE_SIZE,
  type ActivityFilter,
  activityQuery,
  fetchAllActivity,
  type PeopleScope,
  peopleQuery,
} from "#app/api/shared/people.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { Download, History } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { brand } from "#brand";
import {
  ACTIVITY_GROUPS,
  type ActivityEntry,
  activityToCsv,
  describeActivity,
  describeAutomaticActivity,
  getActor,
} from "#domain/clients/members/activity.ts";
import { type ClientMember, getMemberName } from "#domain/clients/members/member.ts";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { listKeys } from "#domain/status.ts";

const GROUP_OPTIONS = listKeys(ACTIVITY_GROUPS).map((value) => ({
  value,
  label: ACTIVITY_GROUPS[value].label,
}));

/** Activity log of a client's people, newest first, with filters and a CSV file. */
export function PeopleActivity({ scope }: { scope: PeopleScope }) {
  const [filter, setFilter] = useState<ActivityFilter>({ group: null, person: null });
  const [pageCount, setPageCount] = useState(1);
  const people = useQuery(peopleQuery(scope));
  const members = people.data?.members ?? [];
  const activity = useQuery(activityQuery(scope, filter, pageCount));
  const showAlert = useAlert();
  const exportCsv = useMutation({
    mutationFn: () => fetchAllActivity(scope, filter),
    onSuccess: (entries) =>
      downloadFile(
        "activity.csv",
        new Blob([activityToCsv(entries, brand.name)], { type: "text/csv;charset=utf-8" }),
      ),
    onError: (error) =>
      void showAlert(errorMessage(error, "We couldn't export the activity log. Try again.")),
  });

  function change(changes: Partial<ActivityFilter>) {
    setFilter({ ...filter, ...changes });
    setPageCount(1);
  }

  return (
    <Card aria-labelledby="activity">
      <CardHeader
        title={<span id="activity">Activity</span>}
        subtitle="Sign-ins, downloads, requests and access changes"
        action={
          <Button
            icon={<Download aria-hidden="true" className="size-4" />}
            busy={exportCsv.isPending}
            busyLabel="Exporting..."
            onClick={() => exportCsv.mutate()}
          >
            Export CSV
          </Button>
        }
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <UnlabeledSelect
          aria-label="Activity type"
          className="w-full sm:w-48"
          placeholder="All activity"
          options={GROUP_OPTIONS}
          value={filter.group ?? ""}
          onChange={({ target }) =>
            change({ group: listKeys(ACTIVITY_GROUPS).find((group) => group === target.value) ?? null })
          }
        />
        <UnlabeledSelect
          aria-label="Person"
          className="w-full sm:w-64"
          placeholder="Everyone"
          options={members.map((member) => ({ value: member.email, label: getMemberName(member) }))}
          value={filter.person ?? ""}
          onChange={({ target }) => change({ person: target.value || null })}
        />
      </div>
      <Loaded
        query={activity}
        errorMessage="We couldn't load the activity."
        loading={<Loading text="Loading activity..." rows={6} />}
      >
        {({ entries, total }) =>
          entries.length === 0 ? (
            <EmptyState
              icon={<History className="size-6" />}
              title={filter.group || filter.person ? "No activity found" : "No activity yet"}
              hint={
                filter.group || filter.person
                  ? "Try another filter"
                  : "Sign-ins, downloads and access changes appear here"
              }
            />
          ) : (
            <>
              <ActivityList entries={entries} members={members} />
              <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="text-13 text-muted">
                  Showing {entries.length.toLocaleString("en-US")} of {total.toLocaleString("en-US")}
                </p>
                {entries.length < total && (
                  <Button
                    size="small"
                    busy={activity.isPlaceholderData}
                    onClick={() => setPageCount(pageCount + 1)}
                  >
                    {`Show ${ACTIVITY_PAGE_SIZE} more`}
                  </Button>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

type ActivityListProps = {
  entries: readonly ActivityEntry[];
  /** People whose names are shown with their email addresses. */
  members: readonly Pick<ClientMember, "name" | "email">[];
};

/** Entries of the activity log. */
export function ActivityList({ entries, members }: ActivityListProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const names = new Map(members.map(({ email, name }) => [email, name]));
  return (
    <ul className="divide-y divide-line border-line border-y text-14">
      {entries.map((entry) => {
        const name = names.get(entry.actor);
        const automaticActivity = describeAutomaticActivity(entry);
        return (
          <li key={entry.id} className="flex justify-between gap-x-4 gap-y-0.5 py-2.5 max-sm:flex-wrap">
            <span className="wrap-anywhere min-w-0">
              {automaticActivity ?? (
                <>
                  <span className="font-medium">{name || getActor(entry, brand.name)}</span>{" "}
                  {describeActivity(entry)}
                </>
              )}
              {name && <span className="block text-13 text-muted">{entry.actor}</span>}
            </span>
            <time dateTime={entry.at} className="tabular shrink-0 text-13 text-muted">
              {formatDateTime(new Date(entry.at), timeZone)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
