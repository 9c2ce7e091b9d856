import { useQuery } from "@tanstack/react-query";
import { pendingBookingsQuery } from "#app/api/admin/bookings.ts";
import { openInquiriesQuery } from "#app/api/admin/inquiries.ts";
import { unreadMessageCountQuery } from "#app/api/admin/messages.ts";
import { openPlanRequestCountQuery } from "#app/api/admin/plan-requests.ts";
import { BOOKINGS_PATH, INBOX_PATH, MESSAGES_PATH, SUBSCRIPTIONS_PATH } from "./admin-pages.ts";

/** Pending work on a page, such as 3 unread messages. */
export type PageCount = { count: number; label: string };

/** Pending work by page path. Pages without counts are omitted. 0 until loaded. */
export function usePageCounts(): ReadonlyMap<string, PageCount> {
  const { data: inquiries } = useQuery(openInquiriesQuery());
  const { data: unread = 0 } = useQuery(unreadMessageCountQuery());
  const { data: bookings } = useQuery(pendingBookingsQuery());
  const { data: planRequests = 0 } = useQuery(openPlanRequestCountQuery());
  return new Map([
    [INBOX_PATH, { count: inquiries?.total ?? 0, label: "awaiting reply" }],
    [MESSAGES_PATH, { count: unread, label: "unread" }],
    [BOOKINGS_PATH, { count: bookings?.total ?? 0, label: "pending" }],
    [SUBSCRIPTIONS_PATH, { count: planRequests, label: "open" }],
  ]);
}
