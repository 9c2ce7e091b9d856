import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  isBeingGenerated,
  type ProjectAssessment,
  type ReportRequest,
  refetchAssessment,
  reportsQuery,
  requestReport,
} from "#app/api/admin/assessments.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ProgressBar } from "#app/ui/feedback/progress-bar.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { FileText } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { ReportVersion } from "./report-version.tsx";

type ReportPanelProps = {
  project: ProjectAssessment;
  /** Why no report can be generated, or null. */
  blockedReason: string | null;
};

/** Generates the report of a project, and lists its versions. */
export function ReportPanel({ project, blockedReason }: ReportPanelProps) {
  const reports = useQuery(reportsQuery(project.id));
  const { generate, isStarting } = useGenerateReport(project);
  const latest = reports.data?.latest;
  const isActive = Boolean(latest && isBeingGenerated(latest));
  return (
    <Card aria-labelledby="project-report">
      <CardHeader
        title={<span id="project-report">Report</span>}
        subtitle="A PDF with the published findings, retests, mappings and a change log. Clients can read it in their documents as soon as it's ready."
        action={
          <Button
            tone="primary"
            disabled={blockedReason !== null || !reports.data || isActive}
            busy={isStarting}
            busyLabel="Starting..."
            onClick={generate}
          >
            Generate report
          </Button>
        }
      />
      <Loaded
        query={reports}
        errorMessage="We couldn't load the reports."
        loading={<Loading text="Loading reports..." rows={2} />}
      >
        {({ versions }) => (
          <div className="grid gap-4">
            {blockedReason && <Banner tone="info">{blockedReason}</Banner>}
            <p role="status" className="sr-only">
              {latest && describeStatus(latest)}
            </p>
            {latest && (
              <LatestRequest report={latest} onRetry={blockedReason === null ? generate : undefined} />
            )}
            <ReportVersions versions={versions} showsHint={!blockedReason && !isActive} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function useGenerateReport(project: ProjectAssessment) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const request = useMutation({
    mutationFn: () => requestReport(project.id),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't generate the report. Try again."), { tone: "negative" }),
    onSettled: () => refetchAssessment(queryClient, project.id),
  });
  async function generate() {
    if (
      await confirm({
        text: `Generate the report? ${project.clients.company} can read it in Documents as soon as it's ready.`,
        confirmLabel: "Generate report",
        tone: "primary",
      })
    ) {
      request.mutate();
    }
  }
  return { generate, isStarting: request.isPending };
}

/** Announces few steps, because the progress changes every second. */
function describeStatus({ status, version, progress }: ReportRequest): string {
  if (status === "done") {
    return `Version ${version} generated`;
  }
  return status === "running" ? `Generating the report: ${Math.floor(progress / 25) * 25}%` : "";
}

type LatestRequestProps = { report: ReportRequest; onRetry: (() => void) | undefined };

/** The progress of the latest request, or why it stored no version. */
function LatestRequest({ report, onRetry }: LatestRequestProps) {
  const { status, progress, version, error } = report;
  if (isBeingGenerated(report)) {
    return (
      <ProgressBar
        label={status === "queued" ? "Waiting to start" : "Generating the report"}
        percent={progress}
      />
    );
  }
  if (status === "unchanged") {
    return (
      <Banner tone="info">
        {`Nothing has changed since version ${version}, so no new version was stored.`}
      </Banner>
    );
  }
  return (
    status === "failed" && (
      <Banner
        tone="negative"
        urgent
        action={
          onRetry && (
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
          )
        }
      >
        {error}
      </Banner>
    )
  );
}

function ReportVersions({ versions, showsHint }: { versions: readonly ReportRequest[]; showsHint: boolean }) {
  if (versions.length === 0) {
    return (
      showsHint && (
        <EmptyState
          icon={<FileText className="size-6" />}
          title="No report yet"
          hint="Publish the findings first. Drafts are not in the report."
        />
      )
    );
  }
  return (
    <ul aria-label="Versions" className="divide-y divide-line">
      {versions.map((report) => (
        <ReportVersion key={report.id} report={report} />
      ))}
    </ul>
  );
}
