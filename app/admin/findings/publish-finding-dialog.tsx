import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { findingDeadlinesQuery } from "#app/api/admin/finding-deadlines.ts";
import { findingProjectsQuery, publishFindings } from "#app/api/admin/findings.ts";
import { type Finding, refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { FINDING_SECTIONS } from "#app/components/findings/finding-content.tsx";
import { DetailRow } from "#app/components/findings/finding-details-card.tsx";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { deadlineAtPublication } from "#domain/findings/deadline.ts";
import { firmToday } from "#domain/firm/firm-today.ts";

/** Publishes a draft after the administrator has checked what the client gets. */
export function PublishFindingDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const projects = useQuery(findingProjectsQuery());
  const deadlines = useQuery(findingDeadlinesQuery());
  const details = combineQueries(projects, deadlines);
  const emptySections = FINDING_SECTIONS.filter(([column]) => finding[column] === "").map(
    ([, title]) => title,
  );
  const publish = useMutation({
    mutationFn: () => publishFindings([finding.id]),
    onSuccess: () => {
      showToast("Finding published");
      onClose();
    },
    onSettled: () => refetchFindings(queryClient),
  });

  return (
    <FormDialog
      title="Publish finding"
      description="The client sees the finding immediately and gets one email. After that, you can correct or withdraw it, but not delete it."
      submitButton={{
        label: "Publish finding",
        busyLabel: "Publishing...",
        disabled: details.data === undefined,
      }}
      isPending={publish.isPending}
      onSubmit={() => publish.mutate()}
      onClose={onClose}
    >
      {publish.error && (
        <Banner tone="negative" urgent>
          {errorMessage(publish.error, "We couldn't publish the finding. Try again.")}
        </Banner>
      )}
      {emptySections.length > 0 && (
        <Banner tone="warning" isAnnounced={false}>
          {`${new Intl.ListFormat("en-US").format(emptySections)} ${emptySections.length === 1 ? "is" : "are"} empty.`}
        </Banner>
      )}
      <dl className="grid gap-3 text-14">
        <DetailRow label="Title">{finding.title}</DetailRow>
        <DetailRow label="Severity">
          <SeverityBadge severity={finding.severity} />
        </DetailRow>
      </dl>
      <Loaded
        query={details}
        errorMessage="We couldn't load the client and the deadline."
        loading={<Skeleton className="h-16" />}
      >
        {([loadedProjects, loadedDeadlines]) => {
          const project = loadedProjects.find(({ id }) => id === finding.project_id);
          return (
            <dl className="grid gap-3 text-14">
              <DetailRow label="Client">
                {project?.clients.company}
                <span className="block text-13 text-muted">{project?.project_name}</span>
              </DetailRow>
              <DetailRow label="Deadline">
                {formatDeadline(deadlineAtPublication(finding, loadedDeadlines, firmToday(new Date())))}
              </DetailRow>
            </dl>
          );
        }}
      </Loaded>
    </FormDialog>
  );
}

function formatDeadline(deadline: ReturnType<typeof deadlineAtPublication>): string {
  return deadline ? formatDate(deadline) : "No deadline";
}
