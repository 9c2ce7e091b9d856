import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { pendingBookingsQuery } from "#app/api/admin/bookings.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { ExpandButton } from "#app/ui/expand-button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import type { IconComponent } from "#app/ui/icon-svg.tsx";
import {
  CalendarClock,
  Cog,
  FileText,
  Inbox,
  Mail,
  MessagesSquare,
  Plug,
  ReceiptText,
  RefreshCw,
  Repeat,
  Scale,
  ShieldAlert,
  Webhook,
} from "#app/ui/icons.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import type { AttentionKind } from "#domain/firm/attention.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { LinkedItem } from "./linked-item.ts";
import { NoAttentionItems } from "./no-attention-items.tsx";
import { useAttentionItems } from "./use-attention-items.ts";

/** Rows shown before "Show all". A list that is only slightly longer is shown completely. */
const SHOWN_ROWS = 6;
const MAX_ROWS = 8;

const ICONS = {
  inquiry: Inbox,
  planRequest: Repeat,
  retest: RefreshCw,
  dispute: ShieldAlert,
  overdueFindings: ShieldAlert,
  overdueInvoices: ReceiptText,
  pastDuePlan: Repeat,
  consultationConflict: CalendarClock,
  bookingLimit: ShieldAlert,
  duplicatePlan: Repeat,
  unmatchedPlan: Repeat,
  plannedPayment: ReceiptText,
  findingComment: MessagesSquare,
  proposalComment: FileText,
  message: MessagesSquare,
  squareConnection: Plug,
  planEnding: Repeat,
  invoiceDrafts: FileText,
  squareEvents: Webhook,
  squareDifferences: Scale,
  calendar: CalendarClock,
  email: Mail,
  jobs: Cog,
  unassignedInvoices: ReceiptText,
} satisfies Record<AttentionKind, IconComponent>;

/** Card with everything that needs an administrator's action, late items first. Each row links to the page that resolves it. */
export function AttentionCard() {
  const items = useAttentionItems();
  // Pending bookings have their own card, so they are not counted here.
  const hasBookings = (useQuery(pendingBookingsQuery()).data?.total ?? 0) > 0;
  const count = items.data?.length ?? 0;
  return (
    <Card aria-labelledby="attention">
      <CardHeader
        title={<span id="attention">Needs attention</span>}
        subtitle={
          count > 0
            ? `${formatCount(count, "item")}${count > 1 ? ", late items first" : ""}${hasBookings ? " · Pending bookings are listed separately" : ""}`
            : null
        }
      />
      <Loaded
        query={items}
        errorMessage="We couldn't load the items that need attention."
        loading={<Loading text="Loading items that need attention..." rows={3} />}
      >
        {(loaded) => (
          <>
            {items.isIncomplete && (
              <div className="mb-4">
                <Banner
                  tone="warning"
                  action={
                    <Button size="small" busy={items.isFetching} onClick={() => items.refetch()}>
                      Retry
                    </Button>
                  }
                >
                  We couldn't load all items that need attention.
                </Banner>
              </div>
            )}
            {(loaded.length > 0 || !items.isIncomplete) && <AttentionList items={loaded} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function AttentionList({ items }: { items: readonly LinkedItem[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (items.length === 0) {
    return <NoAttentionItems />;
  }
  const isLong = items.length > MAX_ROWS;
  const shown = isLong && !isExpanded ? items.slice(0, SHOWN_ROWS) : items;
  return (
    <>
      <ul className="-mx-3 grid gap-0.5">
        {shown.map((item) => (
          <li key={item.key}>
            <AttentionRow item={item} />
          </li>
        ))}
      </ul>
      {isLong && (
        <ExpandButton className="mt-2" isExpanded={isExpanded} onChange={setIsExpanded}>
          {isExpanded ? "Show fewer" : `Show all ${items.length}`}
        </ExpandButton>
      )}
    </>
  );
}

function AttentionRow({ item: { kind, title, details, badge, to } }: { item: LinkedItem }) {
  const Icon = ICONS[kind];
  return (
    <Link
      to={to}
      className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 rounded-small px-3 py-2 text-14 transition-colors hover:bg-raised sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 wrap-break-word">
        <span className="font-medium">{title}</span>
        <span className="text-muted">
          <span aria-hidden="true"> · </span>
          <span className="sr-only">, </span>
          {details}
        </span>
      </span>
      <span className="max-sm:col-start-2">
        <span className="sr-only">, </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </span>
    </Link>
  );
}
