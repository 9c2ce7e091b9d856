import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type PipelineColumn, pipelineCardsQuery } from "#app/api/admin/pipeline.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars } from "#domain/money/money.ts";
import {
  formatAge,
  PIPELINE_PAGE_SIZE,
  PIPELINE_STAGES,
  type PipelineCard,
  type PipelineStage,
} from "#domain/proposals/pipeline.ts";
import { proposalStatusBadge } from "#domain/proposals/proposal-status.ts";
import { INBOX_PATH, PROPOSALS_PATH } from "../shell/admin-pages.ts";

type PipelineBoardProps = { columns: readonly PipelineColumn[]; today: CalendarDate };

/** The cards in one column per stage, or in sections if the container is narrow. Columns have headers of equal height. */
export function PipelineBoard({ columns, today }: PipelineBoardProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 @5xl:grid-cols-6 @5xl:grid-rows-[auto_auto] @5xl:gap-x-4 @5xl:gap-y-3">
      {columns.map((column) => (
        <Stage key={column.stage} column={column} today={today} />
      ))}
    </div>
  );
}

/** Links to the stages, for narrow screens, where the stages are stacked. */
export function StageLinks({ columns }: { columns: readonly PipelineColumn[] }) {
  return (
    <nav aria-label="Stages" className="@5xl:hidden mb-6">
      <ul className="flex flex-wrap gap-2">
        {columns.map(({ stage, count }) => (
          <li key={stage}>
            <a
              href={`#stage-${stage}`}
              className="tabular inline-flex min-h-9 items-center gap-1.5 rounded-medium border border-line px-3 text-13 hover:bg-raised"
            >
              {PIPELINE_STAGES[stage].label}
              <span className="text-muted">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
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

function Stage({ column, today }: { column: PipelineColumn; today: CalendarDate }) {
  const { stage, count, value } = column;
  const { label, hint } = PIPELINE_STAGES[stage];
  const [limit, setLimit] = useState(PIPELINE_PAGE_SIZE);
  const more = useQuery({ ...pipelineCardsQuery(stage, limit), enabled: limit > PIPELINE_PAGE_SIZE });
  const cards = more.data ?? column.cards;
  const hasValues = stage !== "inquiry" && stage !== "quote";
  return (
    <section
      aria-labelledby={`stage-${stage}`}
      className="min-w-0 @5xl:row-span-2 @5xl:grid @5xl:grid-cols-1 @5xl:grid-rows-subgrid"
    >
      <div className="@max-5xl:mb-3">
        <div className="tabular flex flex-wrap items-baseline justify-between gap-x-2 text-14">
          <h2 id={`stage-${stage}`} className="font-medium text-14">
            {label} <span className="font-normal text-muted">{count}</span>
          </h2>
          {hasValues && count > 0 && <p className="text-13">{formatDollars(value)}</p>}
        </div>
        <p className="text-13 text-muted">{hint}</p>
      </div>
      <div className="min-w-0">
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
        {more.isError && (
          <p role="alert" className="mt-3 text-13 text-negative">
            We couldn't load more. Try again.
          </p>
        )}
        {count > cards.length && (
          <Button
            size="small"
            className="mt-3 w-full"
            busy={more.isFetching}
            busyLabel="Loading..."
            aria-label={`Show more: ${label}`}
            onClick={() => (more.isError ? void more.refetch() : setLimit(limit + PIPELINE_PAGE_SIZE))}
          >
            Show more
          </Button>
        )}
      </div>
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
