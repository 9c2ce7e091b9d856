import { MailOpen } from "lucide-react";
import type { Inquiry } from "#app/api/admin-inquiries.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { inquiryState } from "#domain/inquiry.ts";
import { relativeTime } from "#domain/relative-time.ts";
import type { ListColumn } from "../lists/sorted-columns.tsx";
import { ClockBadge } from "./clock-badge.tsx";

/** The columns of the inbox; the act of a row leads to `onOpen`. */
export function inquiryColumns(onOpen: (inquiry: Inquiry) => void): ReadonlyArray<ListColumn<Inquiry>> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  return [
    {
      key: "from",
      header: "From",
      sort: "company",
      cell: (inquiry) => (
        <>
          {inquiry.company}
          <span className="block font-normal text-13 text-muted">{inquiry.name}</span>
        </>
      ),
    },
    {
      key: "service",
      header: "Service",
      sort: "service_interest",
      cell: (inquiry) => inquiry.service_interest,
    },
    {
      key: "received",
      header: "Received",
      sort: "created_at",
      cell: (inquiry) => relativeTime(inquiry.created_at, now, timeZone),
    },
    { key: "clock", header: "Answer", cell: (inquiry) => <ClockBadge inquiry={inquiry} /> },
    {
      key: "state",
      header: "State",
      sort: "state",
      cell: (inquiry) => {
        const { label, tone } = inquiryState(inquiry.state);
        return <Badge tone={tone}>{label}</Badge>;
      },
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (inquiry) => (
        <Button
          size="small"
          icon={<MailOpen aria-hidden="true" className="size-4" />}
          aria-label={`Open inquiry ${inquiry.reference} of ${inquiry.company}`}
          onClick={() => onOpen(inquiry)}
        >
          Open
        </Button>
      ),
    },
  ];
}
