import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { type MetaFunction, useParams } from "react-router";
import {
  cancelRetest,
  completeRetest,
  type Retest,
  retestQuery,
  startRetest,
} from "#app/api/admin/retests.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { RefreshCw } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import { findCompletionBlocker, RETEST_STATUS_BADGES } from "#domain/findings/retest.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { createDiscardConfirmation, useUnsavedGuard } from "../../forms/use-unsaved-guard.ts";
import { ProjectLinks } from "../../projects/project-links.tsx";
import { FINDINGS_PATH } from "../../shell/admin-pages.ts";
import { pageMeta } from "../../shell/page-meta.ts";
import { RetestResultCard } from "./retest-result-card.tsx";

export const meta: MetaFunction = () => pageMeta("Retest");

export default function RetestPage() {
  const { retestId = "" } = useParams();
  const retest = useQuery({ ...retestQuery(retestId), enabled: isUuid(retestId) });
  return (
    <RecordPage
      id={retestId}
      query={retest}
      noun="retest"
      title="Retest"
      list={{ to: FINDINGS_PATH, label: "All findings" }}
      notFound={{
        icon: <RefreshCw className="size-6" />,
        hint: "Choose a retest above the list of findings",
        action: "View all findings",
      }}
    >
      {(loaded) => <RetestDetails key={loaded.id} retest={loaded} />}
    </RecordPage>
  );
}

function RetestDetails({ retest }: { retest: Retest }) {
  const { status, projects, requester, requester_role: role, requested_at: requestedAt } = retest;
  const isFromFirm = role === "admin";
  const findings = retest.retest_findings.toSorted(
    (one, other) => (one.findings.severity_rank ?? 0) - (other.findings.severity_rank ?? 0),
  );
  const [unsavedIds, setUnsavedIds] = useState<ReadonlySet<string>>(new Set());
  const setUnsaved = useCallback((id: string, isUnsaved: boolean) => {
    setUnsavedIds((ids) => new Set(isUnsaved ? [...ids, id] : [...ids].filter((other) => other !== id)));
  }, []);
  useUnsavedGuard(() => unsavedIds.size > 0, { confirmation: createDiscardConfirmation("the results") });
  return (
    <>
      <PageHeader
        title={`Retest ${retest.number}`}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Badge tone={RETEST_STATUS_BADGES[status].tone}>{RETEST_STATUS_BADGES[status].label}</Badge>
            <span>
              <ProjectLinks
                project={{ id: retest.project_id, project_name: projects.project_name }}
                client={{ id: retest.client_id, company: projects.clients.company }}
              />
              {" · "}
              {isFromFirm ? `started by ${brand.name}` : `requested by ${requester || "a member"}`} on{" "}
              {formatInstantDate(requestedAt, Intl.DateTimeFormat().resolvedOptions().timeZone)}
            </span>
          </span>
        }
        action={<RetestActions retest={retest} findings={findings} unsavedCount={unsavedIds.size} />}
      />
      <div className="grid gap-6">
        {retest.note && (
          <Card aria-labelledby="retest-note">
            <CardHeader
              title={
                <span id="retest-note">
                  Note from {isFromFirm ? brand.name : requester || "a member of the client"}
                </span>
              }
            />
            <p className="wrap-anywhere whitespace-pre-wrap text-14">{retest.note}</p>
          </Card>
        )}
        {status === "in_progress" && (
          <Banner tone="info">The client sees the results when you complete the retest.</Banner>
        )}
        {findings.map(({ finding_id, findings: finding, retest_results: result }) => (
          <RetestResultCard
            key={`${finding_id} ${status}`}
            retestId={retest.id}
            finding={finding}
            result={result}
            canEdit={status === "in_progress"}
            onUnsaved={setUnsaved}
          />
        ))}
      </div>
    </>
  );
}

type RetestActionsProps = {
  retest: Retest;
  findings: Retest["retest_findings"];
  unsavedCount: number;
};

function RetestActions({ retest: { id, status, projects }, findings, unsavedCount }: RetestActionsProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const run = useMutation({
    mutationFn: ({ action }: { action: () => Promise<void>; text: string }) => action(),
    onSuccess: (_, { text }) => showToast(text),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't save the change. Try again."), { tone: "negative" }),
    onSettled: () => refetchFindings(queryClient),
  });
  if (status === "completed" || status === "canceled") {
    return null;
  }
  async function cancel() {
    if (
      await confirm({
        text: "Cancel this retest? Results entered so far won't be applied.",
        confirmLabel: "Cancel retest",
        tone: "danger",
      })
    ) {
      run.mutate({ action: () => cancelRetest(id), text: "Retest canceled" });
    }
  }
  const missingCount = findings.filter(({ retest_results: result }) => !result).length;
  const blocker = status === "in_progress" ? findCompletionBlocker({ missingCount, unsavedCount }) : null;
  async function complete() {
    const { company } = projects.clients;
    if (
      await confirm({
        text: `Complete this retest and show ${formatCount(findings.length, "result")} to ${company}?`,
        details:
          "The client sees each result with its evidence, date and tester. You can't change the results afterwards.",
        content: <ResultSummary findings={findings} />,
        confirmLabel: "Complete retest",
        tone: "primary",
      })
    ) {
      run.mutate({ action: () => completeRetest(id), text: "Retest completed" });
    }
  }
  return (
    <>
      {blocker && (
        <p id="completion-blocker" className="self-center text-13 text-muted">
          {blocker}
        </p>
      )}
      <Button disabled={run.isPending} onClick={cancel}>
        Cancel retest
      </Button>
      {status === "requested" ? (
        <Button
          key="start"
          tone="primary"
          busy={run.isPending}
          busyLabel="Starting..."
          onClick={() => run.mutate({ action: () => startRetest(id), text: "Retest started" })}
        >
          Start retest
        </Button>
      ) : (
        <Button
          key="complete"
          tone="primary"
          disabled={blocker !== null}
          aria-describedby={blocker ? "completion-blocker" : undefined}
          busy={run.isPending}
          busyLabel="Completing..."
          onClick={complete}
        >
          Complete retest
        </Button>
      )}
    </>
  );
}

/** The findings with the results that the client gets. */
function ResultSummary({ findings }: { findings: Retest["retest_findings"] }) {
  return (
    <ul
      aria-label="Results"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keyboard.
      tabIndex={0}
      className="mt-3 grid max-h-60 gap-2 overflow-y-auto text-14"
    >
      {findings.map(({ finding_id: id, findings: { key, title }, retest_results: result }) => (
        <li key={id} className="flex items-baseline justify-between gap-4">
          <span className="wrap-anywhere min-w-0">
            {key}: {title}
          </span>
          {result && (
            <span className="shrink-0">
              <Badge tone={VERDICT_BADGES[result.verdict].tone}>{VERDICT_BADGES[result.verdict].label}</Badge>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
