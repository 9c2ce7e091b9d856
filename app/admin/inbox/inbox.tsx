import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, Navigate, useSearchParams } from "react-router";
import { INQUIRY_SORT_COLUMNS, inquiryListQuery } from "#app/api/admin/inquiries.ts";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Inbox as InboxIcon } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { INQUIRY_STATUSES, inquiryStatusBadge } from "#domain/inquiries/inquiry.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { InquiryCard } from "./inquiry-card.tsx";
import { createInquiryColumns } from "./inquiry-columns.tsx";

export const meta: MetaFunction = () => pageMeta("Inbox");

// The list shows inquiries that need a reply by default.
const STATUS_OPTIONS = [
  ...INQUIRY_STATUSES.map((status) => ({ value: status, label: inquiryStatusBadge(status).label })),
  { value: "all", label: "All inquiries" } as const,
];

export default function Inbox() {
  const [searchParams] = useSearchParams();
  // Emails of earlier versions link to an inquiry with this parameter.
  const inquiryId = searchParams.get("inquiry") ?? "";
  return isUuid(inquiryId) ? <Navigate to={`/admin/inbox/${inquiryId}`} replace /> : <InquiryList />;
}

function InquiryList() {
  const controls = useListParams(
    STATUS_OPTIONS.map(({ value }) => value),
    INQUIRY_SORT_COLUMNS,
  );
  const { search, status, page, sort } = controls;
  const inquiries = useQuery(inquiryListQuery({ search, status, page, sort }));
  return (
    <>
      <PageHeader title="Inbox" subtitle="Website inquiries · Reply due within 24 hours" />
      <ListScreen
        noun="inquiry"
        controls={controls}
        page={inquiries}
        columns={createInquiryColumns()}
        renderCard={(inquiry) => <InquiryCard inquiry={inquiry} />}
        rowKey={({ id }) => id}
        searchLabel="Search name, email or reference"
        filter={{
          label: "Filter by status",
          placeholder: "Awaiting reply",
          options: STATUS_OPTIONS,
          allOption: "all",
        }}
        defaultOrder={status === "" ? "oldest" : "newest"}
        notFoundHint="Try adjusting your search"
        empty={
          <EmptyState
            icon={<InboxIcon className="size-6" />}
            title="No one is waiting for a reply"
            hint="Inquiries from the contact form appear here"
          />
        }
      />
    </>
  );
}
