import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { inquiryStatusBadge } from "#domain/inquiries/inquiry.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { inquirySubject } from "./inquiry-subject.ts";
import { ReplyDeadlineBadge } from "./reply-deadline-badge.tsx";

/** An inquiry on a narrow screen. */
export function InquiryCard({ inquiry }: { inquiry: Inquiry }) {
  const status = inquiryStatusBadge(inquiry.status);
  return (
    <RecordCard
      title={<RecordName to={`/admin/inbox/${inquiry.id}`} name={inquiry.company} />}
      owner={
        <>
          <span className="wrap-anywhere block">{inquiry.name}</span>
          <span className="block">{inquirySubject(inquiry)}</span>
        </>
      }
      status={
        <>
          <Badge tone={status.tone}>{status.label}</Badge>
          <ReplyDeadlineBadge inquiry={inquiry} />
        </>
      }
    >
      <CardDetail label="Received" value={<TimeStamp at={inquiry.created_at} />} />
    </RecordCard>
  );
}
