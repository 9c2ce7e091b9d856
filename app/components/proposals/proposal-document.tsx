import { Markdown } from "#app/components/findings/markdown.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import type { ProposalTotals } from "#domain/proposals/proposal-totals.ts";
import { PaymentPlanList } from "./payment-plan.tsx";
import { ProposalPricing } from "./proposal-pricing.tsx";

type ProposalDocumentProps = {
  content: ProposalContent;
  totals: ProposalTotals;
  onToggle?: ((id: string) => void) | undefined;
  /** The day of acceptance or, while it is possible, today. Shows the due dates that follow from it. */
  acceptedOn?: CalendarDate | undefined;
  isAccepted?: boolean;
};

/** A proposal as the client reads it. */
export function ProposalDocument({
  content,
  totals,
  onToggle,
  acceptedOn,
  isAccepted,
}: ProposalDocumentProps) {
  const { sections, milestones, startsOn, completesOn, terms } = content;
  return (
    <Card aria-label="Proposal" className="grid grid-cols-1 gap-10">
      {sections.map(({ id, heading, body }) => (
        <section key={id} aria-labelledby={`section-${id}`}>
          <h2 id={`section-${id}`} className="mb-3 wrap-anywhere text-18">
            {heading}
          </h2>
          <Markdown text={body} />
        </section>
      ))}
      {(milestones.length > 0 || startsOn || completesOn) && (
        <section aria-labelledby="proposal-timeline">
          <h2 id="proposal-timeline" className="mb-3 text-18">
            Timeline
          </h2>
          <ul className="divide-y divide-line border-line border-y text-14">
            {startsOn && <TimelineRow label="Start" date={startsOn} />}
            {milestones.map(({ id, title, dueOn }) => (
              <TimelineRow key={id} label={title} date={dueOn} />
            ))}
            {completesOn && <TimelineRow label="Target completion" date={completesOn} />}
          </ul>
        </section>
      )}
      <section aria-labelledby="proposal-price">
        <h2 id="proposal-price" className="mb-3 text-18">
          Price
        </h2>
        <ProposalPricing content={content} totals={totals} onToggle={onToggle} />
      </section>
      <section aria-labelledby="proposal-payments">
        <h2 id="proposal-payments" className="mb-3 text-18">
          Payment plan
        </h2>
        <PaymentPlanList
          content={content}
          total={totals.total}
          acceptedOn={acceptedOn}
          isAccepted={isAccepted}
        />
      </section>
      {terms && (
        <section aria-labelledby="proposal-terms">
          <h2 id="proposal-terms" className="mb-3 text-18">
            Terms
          </h2>
          <Markdown text={terms.body} />
        </section>
      )}
    </Card>
  );
}

function TimelineRow({ label, date }: { label: string; date: ProposalContent["startsOn"] }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-3">
      <span className="min-w-0 wrap-anywhere">{label}</span>
      {date && <span className="tabular shrink-0 text-muted">{formatDate(date)}</span>}
    </li>
  );
}
