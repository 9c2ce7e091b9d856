import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { inquiryStatusBadge, replyDeadlineBadge } from "#domain/inquiries/inquiry.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { inquirySubject } from "./inquiry-subject.ts";

/** An inquiry on a narrow screen. */
export function InquiryCard({ inquiry }: { inquiry: Inquiry }) {
  const status = inquiryStatusBadge(inquiry.status);
  const deadline = replyDeadlineBadge(inquiry, new Date());
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
          {deadline && <Badge tone={deadline.tone}>{deadline.label}</Badge>}
        </>
      }
    >
      <CardDetail label="Received" value={<TimeStamp at={inquiry.created_at} />} />
    </RecordCard>
  );
}
