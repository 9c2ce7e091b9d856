import { useQuery } from "@tanstack/react-query";
import { Inbox as InboxIcon, SearchX } from "lucide-react";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { Loaded } from "#app/components/loaded.tsx";
import { type Inquiry, inquiryList } from "#app/data/admin-inquiries.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/page-head.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { INQUIRY_STATES, inquiryState } from "#domain/inquiry.ts";
import { NewClientDialog } from "../clients/new-client-dialog.tsx";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSearch } from "../lists/list-search.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { InquiryDialog } from "./inquiry-dialog.tsx";
import { InquiryTable } from "./inquiry-table.tsx";

export const meta: MetaFunction = () => pageMeta("Inbox");

// Without a choice the list shows what waits for an answer.
const stateOptions = [
  ...INQUIRY_STATES.map((state) => ({ value: state, label: inquiryState(state).label })),
  { value: "all", label: "All inquiries" },
];

type Opened = { act: "read" | "make client"; inquiry: Inquiry };

export default function Inbox() {
  const { search, status, page, change } = useListAddress(stateOptions.map(({ value }) => value));
  const inquiries = useQuery(inquiryList({ search, state: status, page }));
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PageHead
        title="Inbox"
        context="Inquiries from the site. Each was promised an answer within 24 hours."
      />
      <div className="mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search name, company, email or reference"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <BareSelect
          aria-label="Filter by state"
          placeholder="Waiting for an answer"
          options={stateOptions}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={inquiries}
        failed="The inquiries could not be loaded."
        loading={<Loading text="Loading inquiries..." rows={6} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <InquiryTable
                  inquiries={found.rows}
                  onOpen={(inquiry) => setOpened({ act: "read", inquiry })}
                />
              )
            }
            empty={
              search || status ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No inquiries found"
                  hint="Try adjusting your search"
                />
              ) : (
                <EmptyState
                  icon={<InboxIcon className="size-6" />}
                  title="Nobody waits for an answer"
                  hint="Inquiries from the contact form appear here"
                />
              )
            }
            foot={<ListFoot page={found} noun="inquiries" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
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
