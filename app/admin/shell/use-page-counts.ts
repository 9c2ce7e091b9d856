import { useQuery } from "@tanstack/react-query";
import { pendingBookingsQuery } from "#app/api/admin/bookings.ts";
import { waitingFindingsQuery } from "#app/api/admin/findings.ts";
import { openInquiriesQuery } from "#app/api/admin/inquiries.ts";
import { unreadMessageCountQuery } from "#app/api/admin/messages.ts";
import { openPlanRequestCountQuery } from "#app/api/admin/plan-requests.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import {
  BOOKINGS_PATH,
  FINDINGS_PATH,
  INBOX_PATH,
  MESSAGES_PATH,
  SUBSCRIPTIONS_PATH,
} from "./admin-pages.ts";

/** Pending work on a page, such as 3 "unread messages". The label follows the number. */
export type PageCount = { count: number; label: string };

/** Pending work by page path. Pages without counts are omitted. 0 until loaded. */
export function usePageCounts(): ReadonlyMap<string, PageCount> {
  const { data: inquiries } = useQuery(openInquiriesQuery());
  const { data: unread = 0 } = useQuery(unreadMessageCountQuery());
  const { data: bookings } = useQuery(pendingBookingsQuery());
  const { data: planRequests = 0 } = useQuery(openPlanRequestCountQuery());
  const { data: findings } = useQuery(waitingFindingsQuery(firmToday(new Date())));
  const retests = findings?.retests.length ?? 0;
  const disputes = findings?.disputes.length ?? 0;
  const comments = findings?.comments.length ?? 0;
  const waitingFindings = [
    ...(retests > 0 ? [formatCount(retests, "retest")] : []),
    ...(disputes > 0 ? [formatCount(disputes, "dispute")] : []),
    ...(comments > 0 ? [formatCount(comments, "comment")] : []),
  ];
  return new Map([
    [INBOX_PATH, { count: inquiries?.total ?? 0, label: "awaiting reply" }],
    [MESSAGES_PATH, { count: unread, label: "unread" }],
    [
      FINDINGS_PATH,
      { count: retests + disputes + comments, label: `to review: ${waitingFindings.join(", ")}` },
    ],
    [BOOKINGS_PATH, { count: bookings?.total ?? 0, label: "pending" }],
    [
      SUBSCRIPTIONS_PATH,
      { count: planRequests, label: planRequests === 1 ? "open plan request" : "open plan requests" },
    ],
  ]);
}
