import { Link } from "react-router";
import type { PipelineCard } from "#app/api/admin/pipeline.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import { formatAge, PIPELINE_STAGES, type PipelineStage } from "#domain/proposals/pipeline.ts";
import { proposalStatusBadge } from "#domain/proposals/proposal-status.ts";
import { listKeys } from "#domain/status.ts";
import { INBOX_PATH, PROPOSALS_PATH } from "../shell/admin-pages.ts";

type PipelineBoardProps = { cards: readonly PipelineCard[]; today: CalendarDate };

/** The cards in one column per stage, or in sections on narrow screens. */
export function PipelineBoard({ cards, today }: PipelineBoardProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 items-start gap-6 @5xl:grid-cols-6 @5xl:gap-4">
        {listKeys(PIPELINE_STAGES).map((stage) => (
          <Stage
            key={stage}
            stage={stage}
            cards={cards.filter((card) => card.stage === stage)}
            today={today}
          />
        ))}
      </div>
    </div>
  );
}

const EMPTY_LABELS = {
  inquiry: "No open inquiries",
  quote: "No quote requests",
  draft: "No drafts",
  sent: "No proposals",
  viewed: "No proposals",
  decided: "No decisions yet",
} satisfies Record<PipelineStage, string>;

type StageProps = PipelineBoardProps & { stage: PipelineStage };

function Stage({ stage, cards, today }: StageProps) {
  const { label, hint } = PIPELINE_STAGES[stage];
  const hasValues = stage !== "inquiry" && stage !== "quote";
  return (
    <section aria-labelledby={`stage-${stage}`} className="min-w-0">
      <div className="tabular flex flex-wrap items-baseline justify-between gap-x-2 text-14">
        <h2 id={`stage-${stage}`} className="font-medium text-14">
          {label} <span className="font-normal text-muted">{cards.length}</span>
        </h2>
        {hasValues && cards.length > 0 && (
          <p className="text-13">{formatDollars(sumCents(cards.map(({ value }) => value ?? ZERO_CENTS)))}</p>
        )}
      </div>
      <p className="mb-3 text-13 text-muted">{hint}</p>
      {cards.length === 0 ? (
        <p className="rounded-medium border border-line border-dashed p-3 text-13 text-muted">
          {EMPTY_LABELS[stage]}
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-2 @2xl:grid-cols-2 @5xl:grid-cols-1">
          {cards.map((card) => (
            <li key={card.id} className="min-w-0">
              <StageCard card={card} today={today} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function StageCard({ card, today }: { card: PipelineCard; today: CalendarDate }) {
  const { stage, title, company, value, probability, status, since } = card;
  const badge = status && proposalStatusBadge(status);
  return (
    <Link
      to={cardPath(card)}
      className="grid h-full content-start gap-1 rounded-medium border border-line bg-surface p-3 text-14 transition-colors hover:bg-raised"
    >
      <span className="wrap-anywhere font-medium">{company}</span>
      <span className="wrap-anywhere text-13 text-muted">{title}</span>
      {value !== null && (
        <span className="tabular mt-1 flex flex-wrap items-baseline justify-between gap-x-2">
          {formatDollars(value)}
          {stage !== "decided" && (
            <span className="text-13 text-muted">
              {probability}%<span className="sr-only"> probability</span>
            </span>
          )}
        </span>
      )}
      <span className="tabular flex flex-wrap items-baseline justify-between gap-x-2 text-13 text-muted">
        {stage === "decided" && badge ? (
          <>
            <Badge tone={badge.tone}>{badge.label}</Badge>
            {formatDate(since)}
          </>
        ) : (
          formatAge(since, today)
        )}
      </span>
    </Link>
  );
}

function cardPath({ stage, id }: PipelineCard): string {
  switch (stage) {
    case "inquiry":
      return `${INBOX_PATH}/${id}`;
    case "quote":
      return `${PROPOSALS_PATH}/new?bookingId=${id}`;
    default:
      return `${PROPOSALS_PATH}/${id}`;
  }
}
