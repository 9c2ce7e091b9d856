import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useSearchParams } from "react-router";
import {
  FINDING_SORT_COLUMNS,
  findingListQuery,
  findingProjectsQuery,
  workloadQuery,
} from "#app/api/admin/findings.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { CalendarClock, FileText, Plus, Send, ShieldAlert, ShieldCheck, Upload } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import type { MenuEntry } from "#app/ui/overlays/menu.tsx";
import { FINDING_STATE_BADGES, type FindingState } from "#domain/findings/finding-state.ts";
import { SEVERITIES, SEVERITY_LABELS } from "#domain/findings/severity.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { listKeys } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { MoreMenu } from "../lists/more-menu.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { assessmentPath, FINDINGS_PATH, newFindingPath } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { DeadlinesDialog } from "./deadlines-dialog.tsx";
import { FindingCard } from "./finding-card.tsx";
import { FINDING_COLUMNS } from "./finding-columns.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { ActiveRetests } from "./retests/active-retests.tsx";
import { Workload } from "./workload.tsx";

export const meta: MetaFunction = () => pageMeta("Findings");

const STATES = listKeys(FINDING_STATE_BADGES);
const STATUS_FILTERS: readonly (FindingState | "all" | "overdue")[] = ["all", "overdue", ...STATES];
const STATUS_OPTIONS = [
  { value: "all", label: "All statuses" },
  { value: "overdue", label: "Overdue" },
  ...STATES.map((value) => ({ value, label: FINDING_STATE_BADGES[value].label })),
];
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

/** The findings of all projects, and the retests that wait. */
export default function Findings() {
  const controls = useListParams(STATUS_FILTERS, FINDING_SORT_COLUMNS);
  const { search, status, page, sort, change } = controls;
  const [searchParams] = useSearchParams();
  const severity = SEVERITIES.find((value) => value === searchParams.get("severity")) ?? "";
  const projectId = searchParams.get("project") ?? "";
  const today = firmToday(new Date());
  const findings = useQuery(findingListQuery({ search, status, page, sort, severity, projectId, today }));
  const { data: projects = [] } = useQuery(findingProjectsQuery());
  const workload = useQuery(workloadQuery(today));
  const withDrafts = (workload.data ?? []).filter(
    ({ project_id, drafts }) => drafts > 0 && (!projectId || project_id === projectId),
  );
  const canPublish = withDrafts.length > 0 || workload.isError;
  // The dialog publishes the drafts of one project.
  const publishLabel =
    withDrafts.length === 1
      ? `Publish ${formatCount(withDrafts[0]?.drafts ?? 0, "draft")}`
      : "Publish drafts";
  const [openDialog, setOpenDialog] = useState<"publish" | "deadlines" | "import" | null>(null);
  const menuEntries: MenuEntry[] = [
    {
      label: "Import results",
      icon: <Upload aria-hidden="true" className="size-4" />,
      onSelect: () => setOpenDialog("import"),
    },
    ...(projectId
      ? [
          {
            label: "Assessment and report",
            icon: <ShieldCheck aria-hidden="true" className="size-4" />,
            to: assessmentPath(projectId),
          },
        ]
      : []),
    {
      label: "Template library",
      icon: <FileText aria-hidden="true" className="size-4" />,
      to: `${FINDINGS_PATH}/templates`,
    },
    {
      label: "Deadlines",
      icon: <CalendarClock aria-hidden="true" className="size-4" />,
      onSelect: () => setOpenDialog("deadlines"),
    },
  ];
  const newUrl = newFindingPath(projectId || undefined);
  return (
    <>
      <PageHeader
        title="Findings"
        subtitle="Weaknesses in client systems and their retests"
        action={
          <>
            {canPublish && (
              <Button className="max-sm:hidden" onClick={() => setOpenDialog("publish")}>
                {publishLabel}
              </Button>
            )}
            <ButtonLink to={newUrl} tone="primary" icon={<Plus aria-hidden="true" className="size-4" />}>
              New finding
            </ButtonLink>
          </>
        }
        menu={<MoreMenu entries={menuEntries} />}
        phoneMenu={
          <MoreMenu
            entries={[
              ...(canPublish
                ? [
                    {
                      label: publishLabel,
                      icon: <Send aria-hidden="true" className="size-4" />,
                      onSelect: () => setOpenDialog("publish"),
                    },
                  ]
                : []),
              ...menuEntries,
            ]}
          />
        }
      />
      <ActiveRetests />
      <ListScreen
        noun="finding"
        controls={controls}
        page={findings}
        columns={FINDING_COLUMNS}
        renderCard={(finding) => <FindingCard finding={finding} />}
        rowKey={({ id }) => id}
        cardsBelow={640}
        searchLabel="Search findings"
        filter={{
          label: "Filter by status",
          placeholder: "Drafts and open",
          options: STATUS_OPTIONS,
          allOption: "all",
        }}
        defaultOrder="severity"
        filterParams={["severity", "project"]}
        activeToolCount={[severity, projectId].filter((value) => value !== "").length}
        tools={
          <>
            <UnlabeledSelect
              aria-label="Filter by severity"
              placeholder="All severities"
              options={SEVERITY_OPTIONS}
              value={severity}
              onChange={(event) => change({ filters: { severity: event.currentTarget.value } })}
            />
            <UnlabeledSelect
              aria-label="Filter by project"
              className="sm:max-w-40 lg:max-w-52"
              placeholder="All projects"
              options={projects.map(({ id, project_name }) => ({ value: id, label: project_name }))}
              value={projectId}
              onChange={(event) => change({ filters: { project: event.currentTarget.value } })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<ShieldAlert className="size-6" />}
            title="No open findings"
            hint="Drafts and open findings appear here. Choose another status to see other findings."
            action={<ButtonLink to={newUrl}>New finding</ButtonLink>}
          />
        }
      />
      {openDialog === "publish" && (
        <PublishDialog initialProjectId={projectId} onClose={() => setOpenDialog(null)} />
      )}
      <Workload />
      {openDialog === "import" && (
        <ImportDialog projects={projects} initialProjectId={projectId} onClose={() => setOpenDialog(null)} />
      )}
      {openDialog === "deadlines" && <DeadlinesDialog onClose={() => setOpenDialog(null)} />}
    </>
  );
}
