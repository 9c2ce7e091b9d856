import { useQuery } from "@tanstack/react-query";
import { Inbox as InboxIcon } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { INQUIRY_SORTS, type Inquiry, inquiryList } from "#app/api/admin-inquiries.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { INQUIRY_STATES, inquiryState } from "#domain/inquiry.ts";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { inquiryColumns } from "./inquiry-columns.tsx";
import { InquiryDialog } from "./inquiry-dialog.tsx";

export const meta: MetaFunction = () => pageMeta("Inbox");

// Without a choice the list shows what waits for an answer.
const stateOptions = [
  ...INQUIRY_STATES.map((state) => ({ value: state, label: inquiryState(state).label })),
  { value: "all", label: "All inquiries" },
];

type Opened = { act: "read" | "make client"; inquiry: Inquiry };

export default function Inbox() {
  const address = useListAddress(
    stateOptions.map(({ value }) => value),
    INQUIRY_SORTS,
  );
  const { search, status, page, sort } = address;
  const inquiries = useQuery(inquiryList({ search, status, page, sort }));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHead
        title="Inbox"
        context="Inquiries from the site. Each was promised an answer within 24 hours."
      />
      <ListScreen
        noun="inquiry"
        address={address}
        page={inquiries}
        columns={inquiryColumns((inquiry) => setOpened({ act: "read", inquiry }))}
        rowKey={({ id }) => id}
        searches="Search name, company, email or reference"
        filter={{ label: "Filter by state", placeholder: "Waiting for an answer", options: stateOptions }}
        adjust="Try adjusting your search"
        empty={
          <EmptyState
            icon={<InboxIcon className="size-6" />}
            title="Nobody waits for an answer"
            hint="Inquiries from the contact form appear here"
          />
        }
      />
      {opened?.act === "read" && (
        <InquiryDialog
          inquiry={opened.inquiry}
          onClose={close}
          onMakeClient={() => setOpened({ act: "make client", inquiry: opened.inquiry })}
        />
      )}
      {opened?.act === "make client" && <NewClientDialog inquiry={opened.inquiry} onClose={close} />}
    </>
  );
}
