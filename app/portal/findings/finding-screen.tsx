import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { activeMembersQuery } from "#app/api/portal/active-members.ts";
import { recordFindingView, unreadFindingsQuery } from "#app/api/portal/findings.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { type Finding, findingQuery } from "#app/api/shared/findings.ts";
import { FindingComments } from "#app/components/findings/finding-comments.tsx";
import { FindingContent } from "#app/components/findings/finding-content.tsx";
import { FindingDetailsCard } from "#app/components/findings/finding-details-card.tsx";
import { FindingHistory } from "#app/components/findings/finding-history.tsx";
import { FindingNotices } from "#app/components/findings/finding-notices.tsx";
import { FindingRetests } from "#app/components/findings/finding-retests.tsx";
import { FindingSummary, SUMMARY_LINK_CLASSES } from "#app/components/findings/finding-summary.tsx";
import { StateBadge } from "#app/components/findings/state-badge.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { ShieldAlert } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { getsFindingEmails } from "#domain/findings/comment-recipients.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { ActionBar } from "../action-bar.tsx";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { RemediationCard } from "./remediation-card.tsx";
import { RequestRetestDialog } from "./request-retest-dialog.tsx";
import { RiskAcceptanceCard } from "./risk-acceptance-card.tsx";
import { type NextStep, useNextStep } from "./use-next-step.ts";

/** One finding with its discussion, status and history. */
export function FindingScreen({ id }: { id: string }) {
  const finding = useQuery({ ...findingQuery("client", id), enabled: isUuid(id) });
  const title = finding.data ? `${finding.data.key}: ${finding.data.title}` : "Finding";
  useEffect(() => {
    document.title = `${title} – ${brand.name}`;
  }, [title]);
  return (
    <RecordPage
      id={id}
      query={finding}
      noun="finding"
      title="Finding"
      list={{ to: sectionUrl("findings"), label: "All findings" }}
      notFound={{
        icon: <ShieldAlert className="size-6" />,
        hint: "Choose a finding from the list",
        action: "View all findings",
      }}
    >
      {(loaded) => <OwnFinding finding={loaded} />}
    </RecordPage>
  );
}

function OwnFinding({ finding }: { finding: Finding }) {
  const { id: clientId, userId } = useCurrentClient();
  const canChange = useHasPermission("remediation");
  const { data: projects = [] } = useQuery(ownProjectsQuery(clientId));
  const activeMembers = useQuery(activeMembersQuery(clientId));
  const members = activeMembers.data ?? [];
  const project = projects.find(({ id }) => id === finding.project_id);
  useRecordedView(finding);
  // The dialog is rendered here because its button moves when the status changes.
  const [isRequestingRetest, setIsRequestingRetest] = useState(false);
  const requestRetest = () => setIsRequestingRetest(true);
  const nextStep = useNextStep(finding, requestRetest);
  return (
    <>
      <PageHeader
        title={finding.title}
        subtitle={[finding.key, project?.project_name].filter(Boolean).join(" · ")}
        action={nextStep && <NextStepButton nextStep={nextStep} className="max-lg:hidden" />}
      />
      <FindingSummary area="client" finding={finding} canComment={canChange}>
        {canChange && (
          <a href="#finding-status" className={classNames(SUMMARY_LINK_CLASSES, "lg:hidden")}>
            Change status
          </a>
        )}
      </FindingSummary>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <FindingNotices finding={finding} />
          <FindingContent area="client" finding={finding} />
          <FindingComments
            area="client"
            finding={finding}
            canComment={canChange}
            people={{
              ...activeMembers,
              data: activeMembers.data
                ?.filter((member) => member.user_id !== userId && getsFindingEmails(member))
                .map(({ user_id, name }) => ({ userId: user_id, name })),
            }}
          />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <RemediationCard finding={finding} members={members} onRequestRetest={requestRetest} />
          <FindingDetailsCard finding={finding} />
          <RiskAcceptanceCard finding={finding} members={members} />
          <FindingRetests area="client" findingId={finding.id} />
          <FindingHistory area="client" findingId={finding.id} />
        </div>
      </div>
      {nextStep && (
        <ActionBar label="Next step">
          <StateBadge state={finding.state} />
          <NextStepButton nextStep={nextStep} />
        </ActionBar>
      )}
      {isRequestingRetest && (
        <RequestRetestDialog
          findings={[finding]}
          projects={[{ id: finding.project_id, project_name: "" }]}
          onClose={() => setIsRequestingRetest(false)}
        />
      )}
    </>
  );
}

type NextStepButtonProps = { nextStep: NextStep; className?: string };

function NextStepButton({ nextStep: { label, isBusy, onPress }, className = "" }: NextStepButtonProps) {
  return (
    <Button tone="primary" className={className} busy={isBusy} onClick={onPress}>
      {label}
    </Button>
  );
}

/** Records that the user opened the finding, also when it changes while it is open. */
function useRecordedView({ id, client_id: clientId, updated_at: updatedAt }: Finding): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the finding is recorded as read.
  useEffect(() => {
    recordFindingView(id)
      .then(() => queryClient.invalidateQueries({ queryKey: unreadFindingsQuery(clientId).queryKey }))
      .catch(logRequestError);
  }, [queryClient, id, clientId, updatedAt]);
}
