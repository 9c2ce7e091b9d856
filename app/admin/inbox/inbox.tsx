import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useSearchParams } from "react-router";
import {
  INQUIRY_SORT_COLUMNS,
  type Inquiry,
  inquiryListQuery,
  inquiryQuery,
} from "#app/api/admin/inquiries.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Inbox as InboxIcon } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { INQUIRY_STATUSES, inquiryStatusBadge } from "#domain/inquiries/inquiry.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { createInquiryColumns } from "./inquiry-columns.tsx";
import { InquiryDialog } from "./inquiry-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Inbox");

// The list shows inquiries that need a reply by default.
const STATUS_OPTIONS = [
  ...INQUIRY_STATUSES.map((status) => ({ value: status, label: inquiryStatusBadge(status).label })),
  { value: "all", label: "All inquiries" } as const,
];

export default function Inbox() {
  const controls = useListParams(
    STATUS_OPTIONS.map(({ value }) => value),
    INQUIRY_SORT_COLUMNS,
  );
  const { search, status, page, sort } = controls;
  const inquiries = useQuery(inquiryListQuery({ search, status, page, sort }));
  const { inquiry, isMissing, open, close } = useOpenInquiry(inquiries.data?.rows ?? []);
  const [converted, setConverted] = useState<Inquiry | null>(null);
  return (
    <>
      <PageHeader title="Inbox" subtitle="Website inquiries. Reply due within 24 hours." />
      {isMissing && (
        <div className="mb-6">
          <Banner tone="warning">This inquiry no longer exists.</Banner>
        </div>
      )}
      <ListScreen
        noun="inquiry"
        controls={controls}
        page={inquiries}
        columns={createInquiryColumns(({ id }) => open(id))}
        rowKey={({ id }) => id}
        searchLabel="Search name, company, email or reference"
        filter={{ label: "Filter by status", placeholder: "Awaiting reply", options: STATUS_OPTIONS }}
        notFoundHint="Try adjusting your search"
        empty={
          <EmptyState
            icon={<InboxIcon className="size-6" />}
            title="No one is waiting for a reply"
            hint="Inquiries from the contact form appear here"
          />
        }
      />
      {inquiry && (
        <InquiryDialog
          inquiry={inquiry}
          onClose={close}
          onConvert={() => {
            close();
            setConverted(inquiry);
          }}
        />
      )}
      {converted && <NewClientDialog inquiry={converted} onClose={() => setConverted(null)} />}
    </>
  );
}

/**
 * The inquiry in the URL, so that links can open it. Inquiries outside the listed page are loaded. `isMissing` is set if
 * it does not exist.
 */
function useOpenInquiry(listed: readonly Inquiry[]) {
  const [searchParams, setSearchParams] = useSearchParams();
  const id = searchParams.get("inquiry") ?? "";
  const isValid = isUuid(id);
  const row = listed.find((inquiry) => inquiry.id === id);
  const { data } = useQuery({ ...inquiryQuery(id), enabled: isValid && !row });
  const setId = (newId: string | null) =>
    setSearchParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (newId) {
          next.set("inquiry", newId);
        } else {
          next.delete("inquiry");
        }
        return next;
      },
      { replace: newId === null, preventScrollReset: true },
    );
  return {
    inquiry: row ?? (isValid ? data : null),
    isMissing: id !== "" && !row && (!isValid || data === null),
    open: (newId: string) => setId(newId),
    close: () => setId(null),
  };
}
