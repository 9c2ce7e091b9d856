import type { ListedPlanEnding } from "#app/api/admin/plan-endings.ts";
import type { DuplicatePlan } from "#app/api/admin/plan-requests.ts";
import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import type { UnmatchedSubscription } from "#app/api/admin/unmatched-subscriptions.ts";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { addAge, lateSince, overdueBadge } from "#domain/firm/attention.ts";
import type { AgingBucketTotal } from "#domain/invoices/reports/invoice-aging.ts";
import { formatDollars, sumCents } from "#domain/money/money.ts";
import { payerLabel } from "#domain/square/payer.ts";
import { needsRetry, PLAN_ENDING_PROBLEMS } from "#domain/subscriptions/plan-ending.ts";
import { subscriptionStatusBadge } from "#domain/subscriptions/subscription.ts";
import { isDismissed, unmatchedPlanTitle } from "#domain/subscriptions/unmatched-subscription.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ACTION_NEEDED, type LinkedItem, listIf } from "./linked-item.ts";

export function duplicatePlanItems(duplicates: readonly DuplicatePlan[], now: Date): LinkedItem[] {
  return duplicates.map(({ client_id, plan_count, since, clients: { company } }) => ({
    kind: "duplicatePlan",
    key: `duplicate-plan-${client_id}`,
    title: `${company} is billed for ${plan_count} plans`,
    details: "Cancel one in Square and refund its last payment",
    badge: addAge(ACTION_NEEDED, since, now),
    since,
    to: `/admin/subscriptions?search=${encodeURIComponent(company)}`,
  }));
}

/** One item for all invoices with a payment that is more than 90 days late. `oldest` is the earliest due date of a late payment. */
export function overdueInvoiceItems(
  aging: readonly AgingBucketTotal[],
  oldest: CalendarDate | null,
  today: CalendarDate,
): LinkedItem[] {
  return aging
    .filter(({ key, invoiceCount }) => key === "over-90" && invoiceCount > 0)
    .map(({ key, invoiceCount, owedCents }) => ({
      kind: "overdueInvoices",
      key: "overdue-invoices",
      title: `${formatCount(invoiceCount, "invoice")} over 90 days overdue`,
      details: `${formatDollars(owedCents)} owed`,
      badge: overdueBadge(invoiceCount, oldest, today),
      since: oldest && lateSince(oldest),
      to: `/admin/invoices?age=${key}`,
    }));
}

/** One item per plan whose payment is late. */
export function pastDuePlanItems(
  subscriptions: readonly Pick<ListedSubscription, "id" | "company" | "tierName">[],
): LinkedItem[] {
  return subscriptions.map(({ id, company, tierName }) => ({
    kind: "pastDuePlan",
    key: `past-due-plan-${id}`,
    title: company,
    details: `The payment for ${tierName} is late`,
    badge: subscriptionStatusBadge("past_due"),
    since: null,
    to: `/admin/subscriptions?${new URLSearchParams({ status: "past_due", search: company })}`,
  }));
}

/** One item per plan that could not be ended or kept in Square. */
export function planEndingItems(endings: readonly ListedPlanEnding[], now: Date): LinkedItem[] {
  return endings.flatMap((ending) =>
    ending.problem !== null && needsRetry(ending, ending.client_subscriptions)
      ? [
          {
            kind: "planEnding" as const,
            key: `plan-ending-${ending.id}`,
            title: ending.clients.company,
            details: `${ending.kind === "end" ? "Plan not ended" : "Plan not kept"}: ${PLAN_ENDING_PROBLEMS[ending.problem].title}`,
            badge: addAge(ACTION_NEEDED, ending.finished_at, now),
            since: ending.finished_at,
            to: `/admin/subscriptions?search=${encodeURIComponent(ending.clients.company)}`,
          },
        ]
      : [],
  );
}

/** One item for all plans that were paid by someone who matches no client, except dismissed ones. */
export function unmatchedPlanItems(
  unmatched: readonly Pick<
    UnmatchedSubscription,
    | "id"
    | "payer_name"
    | "payer_email"
    | "status"
    | "tierName"
    | "monthlyCents"
    | "created_at"
    | "dismissed_at"
  >[],
  now: Date,
): LinkedItem[] {
  const subscriptions = unmatched.filter((subscription) => !isDismissed(subscription));
  const [oldest, ...others] = subscriptions.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  if (oldest && others.length > 0) {
    const total = sumCents(subscriptions.map(({ monthlyCents }) => monthlyCents));
    return [
      {
        kind: "unmatchedPlan",
        key: "unmatched-plans",
        title: `${formatCount(subscriptions.length, "plan")} without a client`,
        details: `${formatDollars(total)} per month. Select the client of each plan.`,
        badge: addAge(ACTION_NEEDED, oldest.created_at, now),
        since: oldest.created_at,
        to: "/admin/subscriptions",
      },
    ];
  }
  return subscriptions.map((subscription) => ({
    kind: "unmatchedPlan",
    key: `unmatched-plan-${subscription.id}`,
    title: unmatchedPlanTitle(subscription),
    details: `${payerLabel(subscription)}, ${subscription.tierName}, ${formatDollars(subscription.monthlyCents)} per month`,
    badge: addAge(ACTION_NEEDED, subscription.created_at, now),
    since: subscription.created_at,
    to: `/admin/subscriptions?link=${subscription.id}`,
  }));
}

export function unassignedInvoiceItems(count: number): LinkedItem[] {
  return listIf(count > 0, {
    kind: "unassignedInvoices",
    key: "unassigned-invoices",
    title: `${formatCount(count, "unpaid invoice")} without a client`,
    details: "No client can see or pay them",
    badge: { label: "Assign", tone: "neutral" },
    since: null,
    to: "/admin/invoices?status=unmatched",
  });
}
