import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { recentActivityQuery } from "#app/api/portal/activity.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import {
  CalendarClock,
  CircleDollarSign,
  FileText,
  FolderKanban,
  MessagesSquare,
  ReceiptText,
  ShieldAlert,
  Undo,
} from "#app/ui/icons.tsx";
import { brand } from "#brand";
import {
  type ActivityEvent,
  type ActivityKind,
  listRecentActivity,
} from "#domain/clients/recent-activity.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { type SectionId, sectionUrl } from "../section-url.ts";

/** `param` is the URL parameter of the section that opens a record. */
const KINDS: Record<ActivityKind, { icon: IconComponent; section: SectionId; param?: string }> = {
  payment: { icon: CircleDollarSign, section: "billing", param: "invoice" },
  refund: { icon: Undo, section: "billing", param: "invoice" },
  invoice: { icon: ReceiptText, section: "billing", param: "invoice" },
  document: { icon: FileText, section: "documents" },
  message: { icon: MessagesSquare, section: "messages" },
  project: { icon: FolderKanban, section: "projects", param: "project" },
  proposal: { icon: FileText, section: "proposals", param: "proposal" },
  finding: { icon: ShieldAlert, section: "findings", param: "finding" },
  meeting: { icon: CalendarClock, section: "meetings" },
};

export function LatestActivity() {
  const { id } = useCurrentClient();
  const canSeeBilling = useHasPermission("billing");
  const activity = useQuery(recentActivityQuery(id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <section aria-labelledby="latest-activity">
      <h2 id="latest-activity" className="mb-3 text-18">
        Latest Activity
      </h2>
      <Loaded
        query={activity}
        errorMessage="We couldn't load your latest activity."
        isSmall
        loading={<Loading text="Loading latest activity..." rows={5} />}
      >
        {(sources) => {
          const events = listRecentActivity(sources, { firm: brand.name, timeZone, now: new Date() });
          return events.length === 0 ? (
            <p className="rounded-medium border border-line bg-surface p-4 text-14 text-muted sm:p-5">
              {canSeeBilling
                ? "Invoices, payments, documents and messages appear here"
                : "New documents and changes to your projects appear here"}
            </p>
          ) : (
            <ul className="divide-y divide-line rounded-medium border border-line bg-surface">
              {events.map((event) => (
                <li key={event.key}>
                  <ActivityLink event={event} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function ActivityLink({ event }: { event: ActivityEvent }) {
  const { icon: Icon, section, param } = KINDS[event.kind];
  return (
    <Link
      to={sectionUrl(section, param && event.recordId ? { [param]: event.recordId } : {})}
      className="flex min-h-12 items-center gap-3 px-4 py-2.5 text-14 transition-colors hover:bg-raised focus-visible:-outline-offset-2 sm:px-5"
    >
      <Icon className="size-4 shrink-0 text-faint" />
      <span className="flex min-w-0 flex-1 gap-x-3 max-sm:flex-col sm:items-center">
        <span className="wrap-break-word min-w-0 flex-1">{event.title}</span>
        <time dateTime={event.date} className="tabular shrink-0 text-13 text-muted">
          {formatDate(event.date)}
        </time>
      </span>
    </Link>
  );
}
