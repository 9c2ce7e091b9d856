import type { Inquiry } from "#app/api/admin/inquiries.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { inquiryStatusBadge, isOpenInquiry } from "#domain/inquiries/inquiry.ts";
import { RecordName } from "../lists/record-name.tsx";
import { AGE_ORDERS, DATE_ORDERS, type ListColumn } from "../lists/sortable-columns.tsx";
import { inquirySubject } from "./inquiry-subject.ts";
import { ReplyDeadlineBadge } from "./reply-deadline-badge.tsx";

export function createInquiryColumns(): ReadonlyArray<ListColumn<Inquiry>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  return [
    {
      key: "from",
      header: "From",
      sort: "company",
      cell: (inquiry) => (
        <>
          <RecordName to={`/admin/inbox/${inquiry.id}`} name={inquiry.company} />
          <span className="block font-normal text-13 text-muted">{inquiry.name}</span>
        </>
      ),
    },
    {
      key: "service",
      header: "Service",
      sort: "service_interest",
      cell: inquirySubject,
    },
    {
      key: "received",
      header: "Received",
      sort: "created_at",
      sortOrders: AGE_ORDERS,
      cell: (inquiry) => formatRelativeTime(inquiry.created_at, now, timeZone),
    },
    {
      key: "deadline",
      header: "Reply due",
      sort: "reply_due_at",
      sortOrders: DATE_ORDERS,
      cell: (inquiry) => (isOpenInquiry(inquiry) ? <ReplyDeadlineBadge inquiry={inquiry} /> : "—"),
    },
    {
      key: "status",
      header: "Status",
      sort: "status",
      cell: (inquiry) => {
        const { label, tone } = inquiryStatusBadge(inquiry.status);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
  ];
}
