import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useParams } from "react-router";
import { findingProjectsQuery } from "#app/api/admin/findings.ts";
import { type Finding, findingQuery, riskAcceptancesQuery } from "#app/api/shared/findings.ts";
import { peopleQuery } from "#app/api/shared/people.ts";
import { AcceptanceSummary } from "#app/components/findings/acceptance-summary.tsx";
import { FindingComments } from "#app/components/findings/finding-comments.tsx";
import { FindingContent } from "#app/components/findings/finding-content.tsx";
import { DetailRow, FindingDetailsCard } from "#app/components/findings/finding-details-card.tsx";
import { FindingHistory } from "#app/components/findings/finding-history.tsx";
import { FindingNotices } from "#app/components/findings/finding-notices.tsx";
import { FindingRetests } from "#app/components/findings/finding-retests.tsx";
import { FindingSummary } from "#app/components/findings/finding-summary.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { ShieldAlert } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { getMemberName } from "#domain/clients/members/member.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { listFindingEmailMembers, suggestCommentRecipients } from "#domain/findings/comment-recipients.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { ProjectLinks } from "../projects/project-links.tsx";
import { FINDINGS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { AnswerDisputeCard } from "./answer-dispute-card.tsx";
import { FindingHeader } from "./finding-header.tsx";

export const meta: MetaFunction = () => pageMeta("Finding");

export default function FindingPage() {
  const { findingId = "" } = useParams();
  const finding = useQuery({ ...findingQuery("admin", findingId), enabled: isUuid(findingId) });
  return (
    <RecordPage
      id={findingId}
      query={finding}
      noun="finding"
      title="Finding"
      list={{ to: FINDINGS_PATH, label: "All findings" }}
      notFound={{
        icon: <ShieldAlert className="size-6" />,
        hint: "The draft may have been deleted",
        action: "View all findings",
      }}
    >
      {(loaded) => <FindingDetails key={loaded.id} finding={loaded} />}
    </RecordPage>
  );
}

function FindingDetails({ finding }: { finding: Finding }) {
  const { data: projects = [] } = useQuery(findingProjectsQuery());
  const people = useQuery(peopleQuery({ area: "admin", clientId: finding.client_id }));
  const { data: acceptances = [] } = useQuery(riskAcceptancesQuery("admin", finding.id));
  const project = projects.find(({ id }) => id === finding.project_id);
  const members = people.data?.members ?? [];
  const emailMembers = listFindingEmailMembers(members, new Date());
  const assignee = members.find(({ userId }) => userId === finding.assignee_id);
  const isDraft = finding.publication_status === "draft";
  useRecordRecentPlace({
    to: `${FINDINGS_PATH}/${finding.id}`,
    label: [finding.key, finding.title].filter(Boolean).join(" "),
    hint: "Finding",
  });
  return (
    <>
      <FindingHeader
        finding={finding}
        subtitle={
          <>
            {finding.key}
            {project && (
              <>
                {finding.key && " · "}
                <ProjectLinks
                  project={project}
                  client={{ id: project.client_id, company: project.clients.company }}
                />
              </>
            )}
          </>
        }
      />
      <FindingSummary area="admin" finding={finding} canComment />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <FindingNotices finding={finding} />
          {finding.state === "disputed" && <AnswerDisputeCard findingId={finding.id} />}
          <FindingContent area="admin" finding={finding} />
          {!isDraft && (
            <FindingComments
              area="admin"
              finding={finding}
              canComment
              people={{
                ...people,
                data:
                  people.data &&
                  emailMembers.map((member) => ({ userId: member.userId, name: getMemberName(member) })),
              }}
              suggestRecipients={(comments) =>
                suggestCommentRecipients(emailMembers, {
                  authorIds: comments.map(({ author_id: authorId }) => authorId),
                  assigneeId: finding.assignee_id,
                })
              }
            />
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          <FindingDetailsCard finding={finding}>
            {finding.due_on && <DetailRow label="Deadline">{formatDate(finding.due_on)}</DetailRow>}
            {assignee && <DetailRow label="Assignee">{getMemberName(assignee)}</DetailRow>}
            {finding.planned_on && (
              <DetailRow label="Planned fix date">{formatDate(finding.planned_on)}</DetailRow>
            )}
          </FindingDetailsCard>
          {acceptances.length > 0 && (
            <Card aria-labelledby="risk-acceptance">
              <CardHeader title={<span id="risk-acceptance">Risk acceptance</span>} />
              <ul className="grid gap-5">
                {acceptances.map((acceptance) => (
                  <li key={acceptance.id}>
                    <AcceptanceSummary acceptance={acceptance} />
                  </li>
                ))}
              </ul>
            </Card>
          )}
          {!isDraft && <FindingRetests area="admin" findingId={finding.id} />}
          <FindingHistory area="admin" findingId={finding.id} />
        </div>
      </div>
    </>
  );
}
