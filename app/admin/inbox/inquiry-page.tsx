import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type MetaFunction, useParams } from "react-router";
import { type Inquiry, type InquiryReplyRow, inquiryQuery } from "#app/api/admin/inquiries.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Inbox, Trash2 } from "#app/ui/icons.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { brand } from "#brand";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { isOpenInquiry } from "#domain/inquiries/inquiry.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { RelatedProposals } from "../proposals/related-proposals.tsx";
import { INBOX_PATH, PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ConsultationCard } from "./consultation-card.tsx";
import { InquiryDetails } from "./inquiry-details.tsx";
import { InquiryStatusCard } from "./inquiry-status-card.tsx";
import { ReplyDeadlineBadge } from "./reply-deadline-badge.tsx";
import { ReplyForm } from "./reply-form.tsx";

export const meta: MetaFunction = () => pageMeta("Inquiry");

export default function InquiryPage() {
  const { inquiryId = "" } = useParams();
  const inquiry = useQuery({ ...inquiryQuery(inquiryId), enabled: isUuid(inquiryId) });
  return (
    <RecordPage
      id={inquiryId}
      query={inquiry}
      noun="inquiry"
      title="Inquiry"
      list={{ to: "/admin/inbox", label: "Inbox" }}
      notFound={{
        icon: <Inbox className="size-6" />,
        hint: "It may have been deleted",
        action: "Open the inbox",
      }}
    >
      {(loaded) => <InquiryContent key={loaded.id} inquiry={loaded} />}
    </RecordPage>
  );
}

const DISCARD_REPLY = { text: "Discard your reply?", confirmLabel: "Discard reply" };

type InquiryWithReplies = Inquiry & { inquiry_replies: readonly InquiryReplyRow[] };

function InquiryContent({ inquiry }: { inquiry: InquiryWithReplies }) {
  useRecordRecentPlace({
    to: `${INBOX_PATH}/${inquiry.id}`,
    label: inquiry.company,
    hint: `Inquiry ${inquiry.reference}`,
  });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [isConverting, setIsConverting] = useState(false);
  const [isWritingAgain, setIsWritingAgain] = useState(false);
  const replies = inquiry.inquiry_replies;
  const hasUnstoredReply = isReplyMissing(inquiry);
  // Use a ref instead of state, because a link followed right after a keystroke must see the latest value.
  const hasUnsentReply = useRef(false);
  const confirm = useConfirmation();
  async function convert() {
    if (!hasUnsentReply.current || (await confirm(DISCARD_REPLY))) {
      setIsConverting(true);
    }
  }
  return (
    <>
      <PageHeader
        title={inquiry.company}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            Inquiry {inquiry.reference}
            {isOpenInquiry(inquiry) && (
              <span className="inline-flex flex-wrap items-center gap-x-2">
                Reply due
                <ReplyDeadlineBadge inquiry={inquiry} />
              </span>
            )}
          </span>
        }
        action={
          <>
            {inquiry.client_id ? (
              <ButtonLink to={`/admin/clients/${inquiry.client_id}`}>Open client</ButtonLink>
            ) : (
              <Button onClick={convert}>Convert to client</Button>
            )}
            <ButtonLink to={`${PROPOSALS_PATH}/new?inquiryId=${inquiry.id}`}>Create proposal</ButtonLink>
          </>
        }
        menu={
          <MoreMenu
            entries={[
              {
                label: "Delete inquirer's data",
                icon: <Trash2 aria-hidden="true" className="size-4" />,
                to: `/admin/settings?${new URLSearchParams({ section: "privacy", email: inquiry.email })}`,
              },
            ]}
          />
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <Card aria-label="Message">
            <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-14">
              <p className="wrap-anywhere min-w-0">
                <span className="font-medium">{inquiry.name}</span>{" "}
                <span className="text-muted">{inquiry.email}</span>
              </p>
              <time dateTime={inquiry.created_at} className="tabular text-13 text-muted">
                {formatDateTime(new Date(inquiry.created_at), timeZone)}
              </time>
            </div>
            <p className="whitespace-pre-wrap wrap-break-word">{inquiry.message}</p>
          </Card>
          {hasUnstoredReply && inquiry.replied_at && (
            <p className="text-14 text-muted">
              Replied{" "}
              <time dateTime={inquiry.replied_at} className="tabular">
                {formatDateTime(new Date(inquiry.replied_at), timeZone)}
              </time>
              . The text wasn't stored.
            </p>
          )}
          {replies.map((reply) => (
            <SentReply key={reply.id} reply={reply} recipient={inquiry.email} timeZone={timeZone} />
          ))}
          {(replies.length === 0 && !hasUnstoredReply) || isWritingAgain ? (
            <Card aria-label="Reply">
              <ReplyForm
                inquiry={inquiry}
                autoFocus={isWritingAgain}
                onDirty={(isDirty) => {
                  hasUnsentReply.current = isDirty;
                }}
                onDone={() => {
                  hasUnsentReply.current = false;
                  setIsWritingAgain(false);
                }}
              />
            </Card>
          ) : (
            <div>
              <Button onClick={() => setIsWritingAgain(true)}>Write another reply</Button>
            </div>
          )}
        </div>
        <div className="grid grid-cols-1 gap-6">
          {inquiry.source === "consultation" && <ConsultationCard inquiryId={inquiry.id} />}
          <InquiryDetails inquiry={inquiry} />
          <RelatedProposals source={{ column: "inquiry_id", id: inquiry.id }} canCreate={false} />
          <InquiryStatusCard inquiry={inquiry} />
        </div>
      </div>
      {isConverting ? (
        <NewClientDialog inquiry={inquiry} onClose={() => setIsConverting(false)} />
      ) : (
        <ReplyGuard isUnsent={() => hasUnsentReply.current} />
      )}
    </>
  );
}

/**
 * Whether the first reply was sent before replies were stored. A consultation counts as replied when it is booked, without a
 * reply.
 */
function isReplyMissing({
  source,
  replied_at: repliedAt,
  inquiry_replies: replies,
}: InquiryWithReplies): boolean {
  const firstSentAt = replies[0]?.sent_at;
  return (
    source !== "consultation" &&
    repliedAt !== null &&
    (firstSentAt === undefined || Date.parse(repliedAt) < Date.parse(firstSentAt))
  );
}

function SentReply({
  reply: { message, author, sent_at: sentAt },
  recipient,
  timeZone,
}: {
  reply: InquiryReplyRow;
  recipient: string;
  timeZone: string;
}) {
  return (
    <Card aria-label="Sent reply">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-14">
        <p className="wrap-anywhere min-w-0">
          <span className="font-medium">{author || `The ${brand.name} team`}</span>{" "}
          <span className="text-muted">replied to {recipient}</span>
        </p>
        <time dateTime={sentAt} className="tabular text-13 text-muted">
          {formatDateTime(new Date(sentAt), timeZone)}
        </time>
      </div>
      <p className="whitespace-pre-wrap wrap-break-word">{message}</p>
    </Card>
  );
}

/** A component, because the dialog has its own guard and the router supports only one at a time. */
function ReplyGuard({ isUnsent }: { isUnsent: () => boolean }) {
  useUnsavedGuard(isUnsent, { confirmation: DISCARD_REPLY });
  return null;
}
