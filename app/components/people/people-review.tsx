import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  accessReviewQuery,
  confirmAccessReview,
  fetchAccessReviewPdf,
  type PeopleScope,
} from "#app/api/shared/people.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { CircleCheck, Download } from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { useAlert, useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import {
  type AccessReview,
  accessReviewFileName,
  accessReviewToCsv,
} from "#domain/clients/members/access-review.ts";
import {
  type ClientMember,
  getLastDay,
  getMemberName,
  memberStatusBadge,
} from "#domain/clients/members/member.ts";
import { CLIENT_ROLES } from "#domain/clients/members/role.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { ActivityList } from "./people-activity.tsx";

/** Who has access to a client and what changed, which owners confirm regularly. */
export function PeopleReview({ scope }: { scope: PeopleScope }) {
  const review = useQuery(accessReviewQuery(scope));
  return (
    <Loaded
      query={review}
      errorMessage="We couldn't load the access review."
      loading={<Loading text="Loading access review..." rows={6} />}
    >
      {(loaded) => <Review scope={scope} review={loaded} />}
    </Loaded>
  );
}

function Review({ scope, review }: { scope: PeopleScope; review: AccessReview }) {
  const { lastReview, members, changes, company } = review;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const showAlert = useAlert();
  const askToConfirm = useConfirmation();
  const confirm = useMutation({
    mutationFn: () => confirmAccessReview(scope),
    onSuccess: () => showToast("Access review confirmed"),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't save the review. Try again.")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessReviewQuery(scope).queryKey }),
  });
  const exportPdf = useMutation({
    mutationFn: () => fetchAccessReviewPdf(scope),
    onSuccess: (pdf) => downloadFile(accessReviewFileName(company, firmToday(new Date()), "pdf"), pdf),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't create the PDF. Try again.")),
  });

  function exportCsv() {
    const now = new Date();
    const csv = accessReviewToCsv(review, now, brand.timeZone);
    const file = new Blob([csv], { type: "text/csv;charset=utf-8" });
    downloadFile(accessReviewFileName(company, firmToday(now), "csv"), file);
  }

  async function askAndConfirm() {
    const isConfirmed = await askToConfirm({
      text: "Confirm this access review? It records that you checked who has access, with your email address and the time.",
      confirmLabel: "Confirm review",
    });
    if (isConfirmed) {
      confirm.mutate();
    }
  }

  return (
    <div className="grid gap-6">
      <Card aria-labelledby="access-review">
        <CardHeader
          title={<span id="access-review">Access review</span>}
          subtitle={
            lastReview
              ? `Last reviewed by ${lastReview.reviewer} on ${formatInstantDate(lastReview.at, timeZone)}`
              : "Not reviewed yet"
          }
          action={
            <div className="flex flex-wrap gap-3 max-[26rem]:grid max-[26rem]:w-full">
              {scope.area === "client" && (
                <Button
                  tone="primary"
                  icon={<CircleCheck aria-hidden="true" className="size-4" />}
                  busy={confirm.isPending}
                  busyLabel="Saving..."
                  onClick={askAndConfirm}
                >
                  Confirm review
                </Button>
              )}
              <Button icon={<Download aria-hidden="true" className="size-4" />} onClick={exportCsv}>
                Export CSV
              </Button>
              <Button
                icon={<Download aria-hidden="true" className="size-4" />}
                busy={exportPdf.isPending}
                busyLabel="Exporting..."
                onClick={() => exportPdf.mutate()}
              >
                Export PDF
              </Button>
            </div>
          }
        />
        <Table
          label="People with access"
          cardsBelow={800}
          columns={createColumns(timeZone)}
          rows={members}
          rowKey={({ id }) => id}
        />
      </Card>
      <Card aria-labelledby="access-changes">
        <CardHeader
          title={<span id="access-changes">{lastReview ? "Changes since the last review" : "Changes"}</span>}
        />
        {changes.length === 0 ? (
          <p className="text-14 text-muted">None.</p>
        ) : (
          <ActivityList entries={changes} members={members} />
        )}
      </Card>
    </div>
  );
}

function createColumns(timeZone: string): ReadonlyArray<Column<ClientMember>> {
  const now = new Date();
  return [
    {
      key: "person",
      header: "Person",
      isTitle: true,
      isLongText: true,
      cell: (member) => (
        <>
          <span className="wrap-anywhere block">{getMemberName(member)}</span>
          {member.name && (
            <span className="wrap-anywhere block font-normal text-13 text-muted">{member.email}</span>
          )}
        </>
      ),
    },
    {
      key: "access",
      header: "Access",
      isLongText: true,
      cell: ({ role }) => (
        <>
          <span className="block">{CLIENT_ROLES[role].label}</span>
          <span className="block max-w-[40ch] text-13 text-muted first-letter:uppercase">
            {CLIENT_ROLES[role].access}
          </span>
        </>
      ),
    },
    {
      key: "status",
      header: "Status",
      cell: (member) => {
        const { label, tone } = memberStatusBadge(member, now);
        const lastDay = getLastDay(member.expiresAt, brand.timeZone);
        return (
          <>
            <Badge tone={tone}>{label}</Badge>
            {lastDay && <span className="block text-13 text-muted">Last day: {formatDate(lastDay)}</span>}
          </>
        );
      },
    },
    {
      key: "factor",
      header: "Two-factor",
      cell: ({ hasSecondFactor }) => (
        <Badge tone={hasSecondFactor ? "positive" : "warning"}>{hasSecondFactor ? "On" : "Off"}</Badge>
      ),
    },
    {
      key: "sign-in",
      header: "Last sign-in",
      cell: ({ lastSignInAt }) => (
        <span className="tabular">{lastSignInAt ? formatInstantDate(lastSignInAt, timeZone) : "Never"}</span>
      ),
    },
  ];
}
