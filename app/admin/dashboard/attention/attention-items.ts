import type { ListedBooking } from "#app/api/admin/bookings.ts";
import type { WaitingFindings } from "#app/api/admin/findings.ts";
import type { OpenInquiry } from "#app/api/admin/inquiries.ts";
import type { UnreadThread } from "#app/api/admin/messages.ts";
import type { DuplicatePlan, ListedPlanRequest } from "#app/api/admin/plan-requests.ts";
import type { SquareStatus } from "#app/api/admin/square-connection.ts";
import type { StoppedDraft } from "#app/api/admin/square-writing.ts";
import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import type { WaitingProposals } from "#app/api/admin/waiting-proposals.ts";
import { awaitsReplySince } from "#domain/bookings/booking.ts";
import { type BookingLimit, bookingLimitMessage } from "#domain/consultations/consultation.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { type AttentionItem, isAccessExpiring } from "#domain/firm/attention.ts";
import { replyTimeBadge } from "#domain/inquiries/inquiry.ts";
import { draftProblemText } from "#domain/invoices/drafts/draft-problem.ts";
import type { AgingBucketTotal } from "#domain/invoices/reports/invoice-aging.ts";
import { type JobsOverview, listEmailProblems, listJobProblems } from "#domain/jobs/job-health.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";
import { plannedInvoiceProblem } from "#domain/proposals/planned-invoice.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { type CalendarFeed, isFeedFailing } from "#domain/scheduling/settings-form.ts";
import type { StatusBadge } from "#domain/status.ts";
import { planRequestTitle } from "#domain/subscriptions/plan-request.ts";
import { subscriptionStatusBadge } from "#domain/subscriptions/subscription.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { FINDINGS_PATH, RETESTS_PATH } from "../../shell/admin-pages.ts";

/** An item with the URL of the page that resolves it. */
export type LinkedItem = AttentionItem & { to: string };

const ACTION_NEEDED: StatusBadge = { label: "Action needed", tone: "negative" };
const OVERDUE: StatusBadge = { label: "Overdue", tone: "negative" };
const WARNING: StatusBadge = { label: "Check", tone: "warning" };
const JOBS_PATH = "/admin/settings?section=jobs";

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

type WaitingBooking = Pick<
  ListedBooking,
  "clients" | "service_type" | "status" | "created_at" | "proposal_made_at"
>;

/** One item for all pending bookings, because the dashboard also lists them. */
export function bookingItems(bookings: readonly WaitingBooking[], total: number, now: Date): LinkedItem[] {
  const [oldest] = bookings
    .map((booking) => ({ ...booking, since: awaitsReplySince(booking) }))
    .toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since));
  if (!oldest) {
    return [];
  }
  return [
    {
      kind: "booking",
      key: "bookings",
      title: formatCount(total, "pending booking"),
      details: `${total > 1 ? "Oldest: " : ""}${oldest.clients.company}, ${oldest.service_type}`,
      badge: replyTimeBadge(oldest.since, now),
      since: oldest.since,
      to: "/admin/bookings",
    },
  ];
}

/** One item per requested retest and per dispute, and one for all overdue findings. */
export function findingItems(
  { retests, disputes, overdueCount }: WaitingFindings,
  now: Date,
  timeZone: string,
): LinkedItem[] {
  return [
    ...retests.map(
      ({ id, requested_at, projects: project, retest_findings }): LinkedItem => ({
        kind: "retest",
        key: `retest-${id}`,
        title: project.clients.company,
        details: `Retest of ${formatCount(retest_findings.length, "finding")}: ${project.project_name}`,
        badge: { label: `Requested ${formatRelativeTime(requested_at, now, timeZone)}`, tone: "warning" },
        since: requested_at,
        to: `${RETESTS_PATH}/${id}`,
      }),
    ),
    ...disputes.map(
      ({ id, key, title, projects: project }): LinkedItem => ({
        kind: "dispute",
        key: `dispute-${id}`,
        title: project.clients.company,
        details: `Disputes ${key}: ${title}`,
        badge: { label: "Answer needed", tone: "warning" },
        since: null,
        to: `${FINDINGS_PATH}/${id}`,
      }),
    ),
    ...listIf(overdueCount > 0, {
      kind: "overdueFindings",
      key: "overdue-findings",
      title: `${formatCount(overdueCount, "finding")} overdue`,
      details: "Not fixed by the deadline",
      badge: OVERDUE,
      since: null,
      to: `${FINDINGS_PATH}?status=overdue&sort=due_on`,
    }),
  ];
}

/** One item per due payment without an invoice, and one per proposal with an unanswered comment. */
export function proposalItems(
  { payments, comments }: WaitingProposals,
  now: Date,
  timeZone: string,
): LinkedItem[] {
  return [
    ...payments.map(({ id, amount, isDraftDeleted, due_at, proposals: proposal, ...payment }): LinkedItem => {
      const problem = plannedInvoiceProblem({ amount: toCents(amount), isDraftDeleted });
      const details = `${formatPaymentName(payment)} of ${formatDollars(toCents(amount))} without an invoice: ${getProposalReference(proposal.number)}`;
      return {
        kind: "plannedPayment",
        key: `planned-payment-${id}`,
        title: proposal.clients?.company ?? proposal.title,
        details: problem ? `${details}. ${problem}` : details,
        badge: problem
          ? { label: "Create invoice", tone: "negative" }
          : { label: "Invoice due", tone: "warning" },
        since: due_at,
        to: `/admin/proposals/${proposal.id}`,
      };
    }),
    ...comments.map(
      ({ proposal_id, created_at, proposals: proposal }): LinkedItem => ({
        kind: "proposalComment",
        key: `proposal-comment-${proposal_id}`,
        title: proposal.clients?.company ?? proposal.title,
        details: `Comment on ${getProposalReference(proposal.number)}: ${proposal.title}`,
        badge: { label: formatRelativeTime(created_at, now, timeZone), tone: "neutral" },
        since: created_at,
        to: `/admin/proposals/${proposal_id}`,
      }),
    ),
  ];
}

export function duplicatePlanItems(duplicates: readonly DuplicatePlan[]): LinkedItem[] {
  return duplicates.map(({ client_id, plan_count, since, clients: { company } }) => ({
    kind: "duplicatePlan",
    key: `duplicate-plan-${client_id}`,
    title: `${company} is billed for ${plan_count} plans`,
    details: "Cancel one in Square and refund its last payment",
    badge: ACTION_NEEDED,
    since,
    to: `/admin/subscriptions?search=${encodeURIComponent(company)}`,
  }));
}

/** One item for all invoices with a payment that is more than 90 days late. */
export function overdueInvoiceItems(aging: readonly AgingBucketTotal[]): LinkedItem[] {
  return aging
    .filter(({ key, invoiceCount }) => key === "over-90" && invoiceCount > 0)
    .map(({ key, invoiceCount, owedCents }) => ({
      kind: "overdueInvoices",
      key: "overdue-invoices",
      title: `${formatCount(invoiceCount, "invoice")} over 90 days overdue`,
      details: `${formatDollars(owedCents)} owed`,
      badge: OVERDUE,
      since: null,
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

type SquareConnection = Pick<SquareStatus, "connected" | "merchant_id" | "last_error" | "expires_in_days">;

/** Empty while no account was ever connected. */
export function squareConnectionItems(status: SquareConnection): LinkedItem[] {
  const item = {
    kind: "squareConnection",
    key: "square-connection",
    since: null,
    to: "/admin/square",
  } as const;
  if (status.merchant_id && !status.connected) {
    const title = "Square is disconnected";
    return [{ ...item, title, details: "Invoices aren't being updated", badge: ACTION_NEEDED }];
  }
  if (status.connected && isAccessExpiring(status.expires_in_days)) {
    const title = `Access to Square expires in ${formatCount(status.expires_in_days ?? 0, "day")}`;
    return [{ ...item, title, details: "Reconnect Square to renew it", badge: WARNING }];
  }
  if (status.connected && status.last_error) {
    const title = "The Square connection reports a problem";
    return [{ ...item, title, details: "Open Square for details", badge: WARNING }];
  }
  return [];
}

/** One item per invoice that could not be created, published, canceled or deleted in Square. */
export function stoppedDraftItems(drafts: readonly StoppedDraft[]): LinkedItem[] {
  return drafts.flatMap(({ id, company, title, problem, problemAt }) =>
    problem === null
      ? []
      : [
          {
            kind: "invoiceDrafts",
            key: `invoice-draft-${id}`,
            title: company,
            details: `${title}: ${draftProblemText(problem).title}`,
            badge: ACTION_NEEDED,
            since: problemAt,
            to: "/admin/square?tab=drafts",
          },
        ],
  );
}

type SquareProblems = { rejectedEvents: number; failingEvents: number; differences: number };

export function squareSyncItems({
  rejectedEvents,
  failingEvents,
  differences,
}: SquareProblems): LinkedItem[] {
  return [
    ...listIf(rejectedEvents > 0, {
      kind: "squareEvents",
      key: "rejected-square-events",
      title: `${formatCount(rejectedEvents, "Square event")} rejected`,
      details: "Payments or invoices from the last 7 days may be missing",
      badge: ACTION_NEEDED,
      since: null,
      to: "/admin/square?tab=events&status=rejected",
    }),
    ...listIf(failingEvents > 0, {
      kind: "squareEvents",
      key: "failing-square-events",
      title: `${formatCount(failingEvents, "Square event")} not processed yet`,
      details: "Retried automatically",
      badge: WARNING,
      since: null,
      to: "/admin/square?tab=events&status=waiting",
    }),
    ...listIf(differences > 0, {
      kind: "squareDifferences",
      key: "square-differences",
      title: `${formatCount(differences, "invoice")} ${differences === 1 ? "differs" : "differ"} from Square`,
      details: "Found by the last comparison",
      badge: WARNING,
      since: null,
      to: "/admin/square?tab=differences",
    }),
  ];
}

/** At most one item for email and one for jobs. */
export function jobItems(overview: JobsOverview): LinkedItem[] {
  const { failed, bounced } = overview.emails;
  const emailProblems = listEmailProblems(overview.emails);
  const jobProblems = listJobProblems(overview);
  return [
    ...listIf(emailProblems.length > 0, {
      kind: "email",
      key: "email",
      title: emailProblems.join(", "),
      details: "Undelivered email",
      badge: failed + bounced > 0 ? ACTION_NEEDED : WARNING,
      since: null,
      to: JOBS_PATH,
    }),
    ...listIf(jobProblems.length > 0, {
      kind: "jobs",
      key: "jobs",
      title: jobProblems.join(", "),
      details: "Scheduled jobs",
      badge: ACTION_NEEDED,
      since: null,
      to: JOBS_PATH,
    }),
  ];
}

type CalendarProblems = {
  feeds: readonly (Pick<CalendarFeed, "id" | "label" | "failure"> & { failingSince: Instant | null })[];
  clashes: readonly string[];
  reachedLimits: readonly { name: BookingLimit; reachedAt: Instant }[];
};

/**
 * One item per calendar that has failed for hours, one for consultations at whose time a host is busy, and one per reached
 * limit of bookings.
 */
export function calendarItems({ feeds, clashes, reachedLimits }: CalendarProblems, now: Date): LinkedItem[] {
  return [
    ...reachedLimits.map(
      ({ name, reachedAt }): LinkedItem => ({
        kind: "bookingLimit",
        key: `booking-limit-${name}`,
        title: "Unusual number of consultation bookings",
        details: bookingLimitMessage(name),
        badge: WARNING,
        since: reachedAt,
        to: `/admin/bookings?tab=consultations${name === "holds" ? "&status=held" : ""}`,
      }),
    ),
    ...feeds
      .filter((feed) => isFeedFailing(feed, now))
      .map(
        ({ id, label, failure, failingSince }): LinkedItem => ({
          kind: "calendar",
          key: `calendar-${id}`,
          title: `Calendar "${label}" can't be read`,
          details: failure ?? "Its last known times stay blocked",
          badge: ACTION_NEEDED,
          since: failingSince,
          to: "/admin/settings?section=availability",
        }),
      ),
    ...listIf(clashes.length > 0, {
      kind: "consultationClash",
      key: "consultation-clashes",
      title: `${formatCount(clashes.length, "consultation")} ${clashes.length === 1 ? "clashes" : "clash"} with a calendar`,
      details: "The host is busy at that time",
      badge: WARNING,
      since: null,
      to: "/admin/bookings?tab=consultations",
    }),
  ];
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

function listIf(condition: boolean, item: LinkedItem): LinkedItem[] {
  return condition ? [item] : [];
}
