import { MailOpen } from "lucide-react";
import type { Inquiry } from "#app/data/admin-inquiries.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { inquiryState } from "#domain/inquiry.ts";
import { relativeTime } from "#domain/relative-time.ts";
import { ClockBadge } from "./clock-badge.tsx";

type InquiryTableProps = { inquiries: readonly Inquiry[]; onOpen: (inquiry: Inquiry) => void };

export function InquiryTable({ inquiries, onOpen }: InquiryTableProps) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const columns: ReadonlyArray<Column<Inquiry>> = [
    {
      key: "from",
      header: "From",
      cell: (inquiry) => (
        <>
          {inquiry.company}
          <span className="block font-normal text-13 text-muted">{inquiry.name}</span>
        </>
      ),
    },
    { key: "service", header: "Service", cell: (inquiry) => inquiry.service_interest },
    {
      key: "received",
      header: "Received",
      cell: (inquiry) => relativeTime(inquiry.created_at, now, timeZone),
    },
    { key: "clock", header: "Answer", cell: (inquiry) => <ClockBadge inquiry={inquiry} /> },
    {
      key: "state",
      header: "State",
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
  return (
    <Table label="Inquiries" cardsBelow="lg" columns={columns} rows={inquiries} rowKey={({ id }) => id} />
  );
}
