import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { ownProjectsQuery } from "#app/api/portal/projects.ts";
import { type Loadable, Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { CalendarClock, CreditCard, Flag, type IconComponent } from "#app/ui/icons.tsx";
import { toneClasses } from "#app/ui/tone.ts";
import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { listUnfinishedMeetings } from "#domain/bookings/meeting.ts";
import { findNextMilestone, findNextPayment } from "#domain/clients/next-events.ts";
import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { nextDueLabel } from "#domain/invoices/due-dates/due-label.ts";
import { nextPaymentParts, parseSchedule } from "#domain/invoices/due-dates/payment-schedule.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { formatDollars } from "#domain/money/money.ts";
import type { Tone } from "#domain/status.ts";
import { useCurrentClient, useHasPermission } from "../current-client.ts";
import { useOwnMeetings } from "../meetings/use-own-meetings.ts";
import { sectionUrl } from "../section-url.ts";

/** The next payment if `invoices` is not null, the next meeting and the next target date of a project. */
export function NextUp({ invoices }: { invoices: Loadable<readonly OwnInvoice[]> | null }) {
  const { id } = useCurrentClient();
  const meetings = useOwnMeetings();
  const canRequest = useHasPermission("requests");
  const projects = useQuery(ownProjectsQuery(id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const today = dateInTimeZone(now, timeZone);
  return (
    <section aria-labelledby="next-up" className="rounded-medium border border-line bg-surface p-4 sm:p-5">
      <h2 id="next-up" className="text-18">
        Next
      </h2>
      <div className="mt-3 grid gap-x-6 gap-y-1 md:auto-cols-fr md:grid-flow-col">
        {invoices && (
          <Part query={invoices} noun="payment">
            {(list) => {
              const next = findNextPayment(list);
              const due = next && nextDueLabel(next.invoice, today);
              const parts = next
                ? nextPaymentParts(parseSchedule(next.invoice.payment_schedule), next.cents)
                : [];
              return next ? (
                <Item
                  icon={CreditCard}
                  label="Payment"
                  title={formatDollars(next.cents)}
                  detail={`${formatDate(next.dueDate)} · ${next.invoice.description || invoiceTitle(next.invoice)}`}
                  note={[due?.label, parts.length > 1 && `includes ${parts.length} installments`]
                    .filter(Boolean)
                    .join(" · ")}
                  tone={due?.tone}
                  to={sectionUrl("billing", { invoice: next.invoice.id })}
                />
              ) : (
                <Item icon={CreditCard} label="Payment" title="Nothing due" to={sectionUrl("billing")} />
              );
            }}
          </Part>
        )}
        <Part query={meetings} noun="meeting">
          {(list) => {
            const [meeting] = listUnfinishedMeetings(list, now);
            return meeting ? (
              <Item
                icon={CalendarClock}
                label="Meeting"
                title={meeting.service_type}
                detail={formatMeetingTime(new Date(meeting.scheduled_at), timeZone)}
                to={sectionUrl("meetings")}
              />
            ) : (
              <Item
                icon={CalendarClock}
                label="Meeting"
                title="None scheduled"
                to={sectionUrl(canRequest ? "book-service" : "meetings")}
              />
            );
          }}
        </Part>
        <Part query={projects} noun="milestone">
          {(list) => {
            const project = findNextMilestone(list, today);
            return project ? (
              <Item
                icon={Flag}
                label="Milestone"
                title={project.project_name}
                detail={`Target completion ${formatDate(project.target_completion_date)}`}
                to={sectionUrl("projects")}
              />
            ) : (
              <Item icon={Flag} label="Milestone" title="No target date set" to={sectionUrl("projects")} />
            );
          }}
        </Part>
      </div>
    </section>
  );
}

type PartProps<Data> = { query: Loadable<Data>; noun: string; children: (data: Data) => ReactNode };

function Part<Data>({ query, noun, children }: PartProps<Data>) {
  return (
    <Loaded
      query={query}
      errorMessage={`We couldn't load your next ${noun}.`}
      isSmall
      loading={<Skeleton className="h-20" />}
    >
      {children}
    </Loaded>
  );
}

type ItemProps = {
  icon: IconComponent;
  label: string;
  title: string;
  detail?: string;
  note?: string;
  tone?: Tone;
  to: string;
};

function Item({ icon: Icon, label, title, detail, note, tone, to }: ItemProps) {
  return (
    <Link to={to} className="-mx-2 block rounded-small p-2 transition-colors hover:bg-raised">
      <span className="flex items-center gap-2 text-13 text-muted">
        <Icon className="size-4 text-faint" />
        {label}
      </span>
      <span className="tabular wrap-break-word mt-1 block font-medium text-16">{title}</span>
      {detail && <span className="tabular mt-0.5 block text-13 text-muted">{detail}</span>}
      {note && <span className={`tabular block text-13 ${toneClasses(tone ?? "neutral").text}`}>{note}</span>}
    </Link>
  );
}
