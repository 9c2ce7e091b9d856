import { groupBy } from "#domain/collections/group-by.ts";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { VERDICT_BADGES } from "#domain/findings/finding-state.ts";
import { type Dollars, formatDollars, toCents } from "#domain/money/money.ts";
import { type ProjectStatus, projectStatusBadge } from "#domain/projects/project.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import type { StatusBadge } from "#domain/status.ts";

/** Number of events in the list. */
export const ACTIVITY_SIZE = 5;
/** Number of messages, and of events of findings, that are loaded. Those of one day are one event in the list. */
export const GROUPED_LIMIT = 50;

export type ActivityKind =
  | "payment"
  | "refund"
  | "invoice"
  | "document"
  | "message"
  | "project"
  | "proposal"
  | "finding"
  | "meeting";
export type ActivityEvent = {
  /** Unique within the list. */
  key: string;
  kind: ActivityKind;
  title: string;
  date: CalendarDate;
  /** Id of the invoice, project or proposal, or of the finding if there is only one. Null for other events. */
  recordId: string | null;
};

type InvoiceReference = { id: string; invoice_number: string };
export type ActivitySources = {
  invoices: ReadonlyArray<InvoiceReference & { issued_date: CalendarDate | null; is_scheduled: boolean }>;
  payments: ReadonlyArray<{
    id: string;
    kind: "payment" | "refund";
    amount: Dollars;
    created_at: Instant;
    invoices: InvoiceReference;
  }>;
  documents: ReadonlyArray<{ id: string; name: string; version: number; uploaded_at: Instant }>;
  messages: ReadonlyArray<{ id: string; created_at: Instant }>;
  statusChanges: ReadonlyArray<{
    id: number;
    from_status: ProjectStatus | null;
    to_status: ProjectStatus;
    changed_at: Instant;
    project_id: string;
  }>;
  proposalEvents: ReadonlyArray<{
    /** The number of the event within its proposal. */
    id: number;
    proposal_id: string;
    action: string;
    version: number;
    at: Instant;
    proposals: { title: string };
  }>;
  milestones: ReadonlyArray<{ id: string; project_id: string; title: string; accepted_at: Instant | null }>;
  /** Publications and retest results. Empty for roles that cannot see findings. */
  findingEvents: ReadonlyArray<{
    id: number;
    finding_id: string;
    action: string;
    /** The result of a retest. */
    to_value: string | null;
    at: Instant;
    findings: { title: string };
  }>;
  /** Approved meetings. Empty for roles that cannot read bookings. */
  meetings: ReadonlyArray<{
    id: string;
    service_type: string;
    scheduled_at: Instant | null;
    /** When the time of the meeting was confirmed. */
    approved_at: Instant | null;
  }>;
  projects: ReadonlyArray<{ id: string; project_name: string }>;
};

type SortableEvent = ActivityEvent & { at: Instant | null };

/**
 * The client's latest events, newest first. Messages, new findings and retest results of one day are one event each. Dates are in `timeZone`.
 * @param firm name of the firm, which sends the messages
 */
export function listRecentActivity(
  sources: ActivitySources,
  { firm, timeZone, now }: { firm: string; timeZone: string; now: Date },
): ActivityEvent[] {
  const toDate = (at: Instant) => dateInTimeZone(new Date(at), timeZone);
  const toPartialDay = (oldest: Instant | undefined) => oldest && toDate(oldest);
  // If the limit was reached, older events of the oldest day may be missing.
  const partialFindingDay = toPartialDay(sources.findingEvents[GROUPED_LIMIT - 1]?.at);
  const partialMessageDay = toPartialDay(sources.messages[GROUPED_LIMIT - 1]?.created_at);
  const projectNames = new Map(sources.projects.map(({ id, project_name }) => [id, project_name]));
  const events: SortableEvent[] = [
    ...sources.invoices.flatMap(toInvoiceEvent),
    ...sources.payments.map((payment) => toPaymentEvent(payment, toDate(payment.created_at))),
    ...sources.documents.map(({ id, name, version, uploaded_at }) => ({
      key: `document-${id}`,
      kind: "document" as const,
      title: version > 1 ? `New version of ${name}` : `New document: ${name}`,
      date: toDate(uploaded_at),
      at: uploaded_at,
      recordId: null,
    })),
    ...sources.statusChanges.map((change) => ({
      key: `project-${change.id}`,
      kind: "project" as const,
      title: formatStatusChange(change, projectNames.get(change.project_id)),
      date: toDate(change.changed_at),
      at: change.changed_at,
      recordId: change.project_id,
    })),
    ...[...groupBy(sources.findingEvents, ({ action, at }) => `${action}-${toDate(at)}`)].flatMap(
      ([key, group]) => toFindingEvent(key, group, { toDate, partialDay: partialFindingDay }),
    ),
    ...sources.meetings.flatMap(
      ({ id, service_type: serviceType, scheduled_at: scheduledAt, approved_at: at }) =>
        scheduledAt === null || at === null
          ? []
          : [
              {
                key: `meeting-${id}`,
                kind: "meeting" as const,
                title: `Meeting confirmed: ${serviceType}, ${formatShortTime(new Date(scheduledAt), timeZone, now)}`,
                date: toDate(at),
                at,
                recordId: null,
              },
            ],
    ),
    ...sources.proposalEvents.flatMap((event) => toProposalEvent(event, toDate(event.at))),
    ...sources.milestones.flatMap(({ id, project_id: projectId, title, accepted_at: at }) =>
      at === null
        ? []
        : [
            {
              key: `milestone-${id}`,
              kind: "project" as const,
              title: `Milestone accepted: ${title}`,
              date: toDate(at),
              at,
              recordId: projectId,
            },
          ],
    ),
    ...[...groupBy(sources.messages, (message) => toDate(message.created_at))].map(([date, messages]) => ({
      key: `message-${date}`,
      kind: "message" as const,
      title: `${formatMessages(messages.length, date === partialMessageDay)} from ${firm}`,
      date,
      at: messages[0]?.created_at ?? null,
      recordId: null,
    })),
  ];
  return events
    .toSorted(compareNewestFirst)
    .slice(0, ACTIVITY_SIZE)
    .map(({ at: _at, ...event }) => event);
}

function formatMessages(count: number, isPartial: boolean): string {
  if (count === 1) {
    return "Message";
  }
  return isPartial ? "Messages" : `${count} messages`;
}

/** The events of a proposal that are part of the activity. */
export const SHOWN_PROPOSAL_ACTIONS = ["sent", "accepted", "declined"] as const;

type ProposalEvent = ActivitySources["proposalEvents"][number];

function toProposalEvent(
  { id, proposal_id: proposalId, action, version, at, proposals: { title } }: ProposalEvent,
  date: CalendarDate,
): SortableEvent[] {
  const labels: Record<string, string> = {
    sent: version === 1 ? "New proposal" : "New version of proposal",
    accepted: "Proposal accepted",
    declined: "Proposal declined",
  } satisfies Record<(typeof SHOWN_PROPOSAL_ACTIONS)[number], string>;
  const label = labels[action];
  return label === undefined
    ? []
    : [
        {
          ...{ key: `proposal-${proposalId}-${id}`, kind: "proposal", title: `${label}: ${title}` },
          ...{ date, at, recordId: proposalId },
        },
      ];
}

/** The events of a finding that are part of the activity. */
export const SHOWN_FINDING_ACTIONS = ["published", "retested"] as const;

type FindingEvent = ActivitySources["findingEvents"][number];

/** An event about the findings of a day. Several events of one finding count once. */
function toFindingEvent(
  key: string,
  group: readonly FindingEvent[],
  { toDate, partialDay }: { toDate: (at: Instant) => CalendarDate; partialDay: CalendarDate | undefined },
): SortableEvent[] {
  const [newest] = group;
  if (!newest) {
    return [];
  }
  const { action, finding_id: findingId, to_value: verdict, at, findings } = newest;
  const date = toDate(at);
  const count = new Set(group.map(({ finding_id: id }) => id)).size;
  const isOne = count === 1;
  const number = date === partialDay ? null : count;
  const result = VERDICT_BADGES_BY_VALUE.get(verdict ?? "")?.label;
  const titles: Record<string, string> = {
    published: isOne ? `New finding: ${findings.title}` : number ? `${number} new findings` : "New findings",
    retested: isOne
      ? `Retest result of ${findings.title}${result ? `: ${result}` : ""}`
      : `Retest results${number ? ` of ${number} findings` : ""}`,
  } satisfies Record<(typeof SHOWN_FINDING_ACTIONS)[number], string>;
  const text = titles[action];
  return text === undefined
    ? []
    : [
        {
          ...{ key: `finding-${key}`, kind: "finding", title: text },
          ...{ date, at, recordId: isOne ? findingId : null },
        },
      ];
}

const VERDICT_BADGES_BY_VALUE: ReadonlyMap<string, StatusBadge> = new Map(Object.entries(VERDICT_BADGES));

function formatStatusChange(
  { from_status, to_status }: ActivitySources["statusChanges"][number],
  projectName = "Project",
): string {
  return from_status === null && to_status === "open"
    ? `Project opened: ${projectName}`
    : `${projectName}: ${projectStatusBadge(to_status).label}`;
}

/** A scheduled invoice has not been sent yet. */
function toInvoiceEvent(invoice: ActivitySources["invoices"][number]): SortableEvent[] {
  if (invoice.is_scheduled || invoice.issued_date === null) {
    return [];
  }
  const title = `New invoice ${invoice.invoice_number}`.trim();
  return [
    {
      key: `invoice-${invoice.id}`,
      kind: "invoice",
      title,
      date: invoice.issued_date,
      at: null,
      recordId: invoice.id,
    },
  ];
}

function toPaymentEvent(payment: ActivitySources["payments"][number], date: CalendarDate): SortableEvent {
  const verb = payment.kind === "payment" ? "Payment received" : "Refund";
  const { id, invoice_number: number } = payment.invoices;
  return {
    key: `payment-${payment.id}`,
    kind: payment.kind,
    title: `${verb}: ${formatDollars(toCents(payment.amount))}${number ? ` for invoice ${number}` : ""}`,
    date,
    at: payment.created_at,
    recordId: id,
  };
}

/** On the same day, events without a time are last. */
function compareNewestFirst(a: SortableEvent, b: SortableEvent): number {
  if (a.date !== b.date) {
    return a.date > b.date ? -1 : 1;
  }
  return (b.at ? Date.parse(b.at) : 0) - (a.at ? Date.parse(a.at) : 0);
}
