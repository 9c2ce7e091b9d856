import { useSearchParams } from "react-router";
import type { ClientDetails } from "#app/api/admin/client.ts";
import { PeopleManager } from "#app/components/people/people-manager.tsx";
import { Tabs } from "#app/ui/layout/tabs.tsx";
import { InvoiceDraftsCard } from "../invoice-drafts/invoice-drafts-card.tsx";
import { ConversationPanel } from "../messages/conversation-panel.tsx";
import { RelatedProposals } from "../proposals/related-proposals.tsx";
import { ClientBookings } from "./client-bookings.tsx";
import { ClientDetailsCard } from "./client-details-card.tsx";
import { ClientFindings } from "./client-findings.tsx";
import { ClientInvoices } from "./client-invoices.tsx";
import { ClientPlans } from "./client-plans.tsx";
import { ClientProjects } from "./client-projects.tsx";
import { ClientRateCards } from "./client-rate-cards.tsx";
import { InvitationCard } from "./invitation-card.tsx";

const TABS = ["overview", "billing", "messages", "people"] as const;
type Tab = (typeof TABS)[number];

/** Messages shown first. The conversation page shows more. */
const MESSAGES_PAGE_SIZE = 10;

/** The client's data in tabs. The selected tab is stored in the URL. */
export function ClientTabs(details: ClientDetails) {
  const [searchParams, setSearchParams] = useSearchParams();
  const tab = TABS.find((value) => value === searchParams.get("tab")) ?? "overview";
  const { client, unreadCount } = details;
  return (
    <Tabs<Tab>
      label="Client"
      value={tab}
      onChange={(next) =>
        setSearchParams(next === "overview" ? {} : { tab: next }, {
          replace: true,
          preventScrollReset: true,
        })
      }
      tabs={[
        { value: "overview", label: "Overview", panel: <Overview {...details} /> },
        { value: "billing", label: "Billing", panel: <Billing {...details} /> },
        {
          value: "messages",
          label: unreadCount > 0 ? `Messages (${unreadCount} unread)` : "Messages",
          panel: (
            <div className="max-w-3xl">
              <ConversationPanel
                clientId={client.id}
                company={client.company}
                pageSize={MESSAGES_PAGE_SIZE}
                scrollsToEnd={false}
              />
            </div>
          ),
        },
        {
          value: "people",
          label: "People",
          panel: <PeopleManager scope={{ area: "admin", clientId: client.id }} />,
        },
      ]}
    />
  );
}

const COLUMNS_CLASSES = "grid grid-cols-1 items-start gap-6 lg:grid-cols-2";
const COLUMN_CLASSES = "grid min-w-0 grid-cols-1 gap-6";

function Overview({ client, email, inquiries }: ClientDetails) {
  return (
    <div className={COLUMNS_CLASSES}>
      <div className={COLUMN_CLASSES}>
        <ClientProjects client={client} />
        <ClientFindings clientId={client.id} />
        <RelatedProposals source={{ column: "client_id", id: client.id }} />
      </div>
      <div className={COLUMN_CLASSES}>
        <ClientDetailsCard {...{ client, email, inquiries }} />
        <InvitationCard clientId={client.id} />
        <ClientBookings clientId={client.id} />
      </div>
    </div>
  );
}

function Billing({ client, invoiceCount }: ClientDetails) {
  return (
    <div className={COLUMNS_CLASSES}>
      <div className={COLUMN_CLASSES}>
        <ClientInvoices clientId={client.id} total={invoiceCount} />
      </div>
      <div className={COLUMN_CLASSES}>
        <ClientPlans client={client} />
        <InvoiceDraftsCard filter={{ clientId: client.id }} newSearch={`?client=${client.id}`} />
        <ClientRateCards client={client} />
      </div>
    </div>
  );
}
