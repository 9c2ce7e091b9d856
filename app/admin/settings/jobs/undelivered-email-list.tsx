import { useQuery } from "@tanstack/react-query";
import { dismissEmail, resendEmail, undeliveredEmailQuery } from "#app/api/admin/settings/jobs.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { MailCheck, Send, X } from "#app/ui/icons.tsx";
import {
  EMAIL_STATUSES,
  type EmailCounts,
  emailStatusBadge,
  type UndeliveredEmail,
} from "#domain/jobs/job-status.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ListTable } from "../../lists/list-table.tsx";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { useListParams } from "../../lists/use-list-params.ts";
import { EmailText } from "../email-text.tsx";
import { AttemptsCell } from "./attempts-cell.tsx";
import { BounceDetails } from "./bounce-details.tsx";
import { RowActionButton } from "./row-action-button.tsx";

const COLUMNS: ReadonlyArray<ListColumn<UndeliveredEmail>> = [
  {
    key: "subject",
    header: "Email",
    isLongText: true,
    isTitle: true,
    cell: ({ subject, recipient }) => (
      <>
        <span className="wrap-break-word block">{subject}</span>
        <span className="block font-normal text-13 text-muted">
          To <EmailText email={recipient} />
        </span>
      </>
    ),
  },
  {
    key: "status",
    header: "Status",
    isLongText: true,
    cell: ({ status, lastError, kind, bounce }) => {
      const { label, tone } = emailStatusBadge(status);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {lastError && (
            <span className="wrap-anywhere mt-1 block max-w-[36ch] text-13 text-muted">{lastError}</span>
          )}
          {bounce && <BounceDetails kind={kind} bounce={bounce} />}
        </>
      );
    },
  },
  {
    key: "attempts",
    header: "Attempts",
    cell: ({ createdAt, attempts, nextTryAt }) => (
      <AttemptsCell
        label="Created"
        timestamp={createdAt}
        attempts={attemptsLabel(attempts)}
        nextTryAt={nextTryAt}
      />
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ id, subject, recipient, status, canBeSentAgain }) => (
      <span className="flex flex-wrap gap-2 xl:flex-col xl:items-stretch">
        {canBeSentAgain && (
          <RowActionButton
            label={`Resend: ${subject} to ${recipient}`}
            icon={<Send aria-hidden="true" className="size-4" />}
            action={() => resendEmail(id)}
            successMessage={`Resending the email to ${recipient}`}
            fallbackError="We couldn't resend the email. Try again."
          >
            Resend
          </RowActionButton>
        )}
        {status !== "queued" && (
          <RowActionButton
            label={`Dismiss: ${subject} to ${recipient}`}
            icon={<X aria-hidden="true" className="size-4" />}
            confirmation={`Dismiss “${subject}” to ${recipient}? ${status === "bounced" ? "It will be removed from this list." : "It won't be retried."}`}
            action={() => dismissEmail(id)}
            successMessage={`Email to ${recipient} dismissed`}
            fallbackError="We couldn't dismiss the email. Try again."
          >
            Dismiss
          </RowActionButton>
        )}
      </span>
    ),
  },
];

function attemptsLabel(attempts: number): string {
  if (attempts === 0) {
    return "No attempts yet";
  }
  return formatCount(attempts, "attempt");
}

const STATUS_OPTIONS = EMAIL_STATUSES.map((value) => ({ value, label: emailStatusBadge(value).label }));

/** List of queued, failed and bounced emails. It omits their text, which may contain a sign-in link. */
export function UndeliveredEmailList({ counts }: { counts: EmailCounts }) {
  const controls = useListParams(EMAIL_STATUSES);
  const { status, page, change } = controls;
  const emails = useQuery(undeliveredEmailQuery({ status, page }));
  return (
    <section aria-labelledby="undelivered-email">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="undelivered-email" className="text-16">
            Undelivered email
          </h3>
          <p className="tabular mt-1 text-13 text-muted">
            {counts.queued} queued · {counts.retrying} retrying · {counts.failed} failed · {counts.bounced}{" "}
            bounced
          </p>
        </div>
        <UnlabeledSelect
          aria-label="Filter by status"
          placeholder="All statuses"
          options={STATUS_OPTIONS}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <ListTable
        noun="email"
        texts={{
          label: "Undelivered email",
          loading: "Loading email...",
          error: "We couldn't load undelivered email.",
          notFound: "No email found",
        }}
        controls={controls}
        page={emails}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        cardsBelow={800}
        loadingRows={3}
        isFiltered={status !== ""}
        notFoundHint="Try another status"
        empty={
          <EmptyState
            icon={<MailCheck className="size-6" />}
            title="No undelivered email"
            hint="Rejected and bounced email appears here"
          />
        }
      />
    </section>
  );
}
