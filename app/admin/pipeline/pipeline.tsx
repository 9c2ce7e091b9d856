import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { type PipelineCard, pipelineQuery } from "#app/api/admin/pipeline.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatCard } from "#app/ui/data-display/stat-card.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Plus } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDollars } from "#domain/money/money.ts";
import { formatDecisionTime, PIPELINE_STAGES, pipelineValue } from "#domain/proposals/pipeline.ts";
import { proposalStatusBadge } from "#domain/proposals/proposal-status.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { PipelineBoard } from "./pipeline-board.tsx";

export const meta: MetaFunction = () => pageMeta("Pipeline");

/** Inquiries, quote requests and proposals by stage. */
export default function Pipeline() {
  const today = firmToday(new Date());
  const pipeline = useQuery(pipelineQuery({ today, timeZone: brand.timeZone }));
  const cards = pipeline.data?.cards ?? [];
  return (
    <>
      <BackLink to={PROPOSALS_PATH} label="All proposals" />
      <PageHeader
        title="Pipeline"
        subtitle="Inquiries, quote requests and proposals by stage."
        action={
          <>
            <ExportButton name={`pipeline-${today}`} fetchRows={async () => toCsvRows(cards)} />
            <ButtonLink
              to={`${PROPOSALS_PATH}/new`}
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
            >
              New proposal
            </ButtonLink>
          </>
        }
      />
      <Loaded
        query={pipeline}
        errorMessage="We couldn't load the pipeline."
        loading={<Loading text="Loading the pipeline..." rows={6} />}
      >
        {(loaded) => (
          <>
            <Figures {...loaded} />
            <PipelineBoard cards={loaded.cards} today={today} />
          </>
        )}
      </Loaded>
    </>
  );
}

type FiguresProps = {
  cards: readonly PipelineCard[];
  conversion: number | null;
  decisionHours: number | null;
};

function Figures({ cards, conversion, decisionHours }: FiguresProps) {
  const { open, weighted } = pipelineValue(cards);
  return (
    <div className="mb-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard label="Open proposals" value={formatDollars(open)} caption="Drafts, sent and viewed" />
      <StatCard label="Weighted value" value={formatDollars(weighted)} caption="Value × probability" />
      <StatCard
        label="Conversion"
        value={conversion === null ? "—" : `${conversion}%`}
        caption="Share of decided proposals that were accepted, 12 months"
      />
      <StatCard
        label="Time to decision"
        value={decisionHours === null ? "—" : formatDecisionTime(decisionHours)}
        caption="Median from sent to decided, 12 months"
      />
    </div>
  );
}

function toCsvRows(cards: readonly PipelineCard[]): string[][] {
  return [
    ["Stage", "Number", "Title", "Client", "Status", "Value (USD)", "Probability (%)", "Since"],
    ...cards.map((card) => [
      PIPELINE_STAGES[card.stage].label,
      card.reference,
      card.title,
      card.company,
      card.status ? proposalStatusBadge(card.status).label : "",
      card.value === null ? "" : formatCsvDollars(card.value),
      card.probability === null ? "" : String(card.probability),
      card.since,
    ]),
  ];
}
