import type { OpenInquiry } from "#app/api/admin/inquiries.ts";
import type { UnreadThread } from "#app/api/admin/messages.ts";
import type { ListedPlanRequest } from "#app/api/admin/plan-requests.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { replyTimeBadge } from "#domain/inquiries/inquiry.ts";
import { planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { LinkedItem } from "./linked-item.ts";

/** One item per inquiry, and one for those that are not loaded. */
export function inquiryItems(inquiries: readonly OpenInquiry[], total: number, now: Date): LinkedItem[] {
  const items = inquiries.map(
    ({ id, company, service_interest, created_at }): LinkedItem => ({
      kind: "inquiry",
      key: `inquiry-${id}`,
      title: company,
      details: `Inquiry: ${service_interest}`,
      badge: replyTimeBadge(created_at, now),
      since: created_at,
      to: `/admin/inbox/${id}`,
    }),
  );
  const last = inquiries.at(-1);
  if (last && total > inquiries.length) {
    items.push({
      kind: "inquiry",
      key: "more-inquiries",
      title: formatCount(total - inquiries.length, "more inquiry"),
      details: "Received later",
      badge: { label: "Open inbox", tone: "neutral" },
      since: last.created_at,
      to: "/admin/inbox",
    });
  }
  return items;
}

export function planRequestItems(requests: readonly ListedPlanRequest[], now: Date): LinkedItem[] {
  return requests.map((request) => ({
    kind: "planRequest",
    key: `plan-request-${request.id}`,
    title: request.clients.company,
    details: `Plan request: ${planRequestTitle({
      ...request,
      tierName: request.subscription_tiers?.tier_name ?? null,
    })}`,
    badge: replyTimeBadge(request.created_at, now),
    since: request.created_at,
    to: "/admin/subscriptions",
  }));
}

export function messageItems(threads: readonly UnreadThread[], now: Date, timeZone: string): LinkedItem[] {
  return threads.map(({ client_id, company, unread_count, last_message_at }) => ({
    kind: "message",
    key: `message-${client_id}`,
    title: company,
    details: formatCount(unread_count, "unread message"),
    badge: { label: formatRelativeTime(last_message_at, now, timeZone), tone: "neutral" },
    since: last_message_at,
    to: `/admin/messages/${client_id}`,
  }));
}
