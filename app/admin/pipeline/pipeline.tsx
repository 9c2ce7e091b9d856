import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { fetchAllPipelineCards, type Pipeline, pipelineQuery } from "#app/api/admin/pipeline.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { StatCard } from "#app/ui/data-display/stat-card.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Plus } from "#app/ui/icons.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatDollars } from "#domain/money/money.ts";
import { formatMedianTime, PIPELINE_STAGES, type PipelineCard } from "#domain/proposals/pipeline.ts";
import { proposalStatusBadge } from "#domain/proposals/proposal-status.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ExportButton } from "../lists/export-button.tsx";
import { ListMenu } from "../lists/list-menu.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { PipelineBoard, StageLinks } from "./pipeline-board.tsx";

export const meta: MetaFunction = () => pageMeta("Pipeline");

/** Inquiries, quote requests and proposals by stage. */
export default function PipelinePage() {
  const today = firmToday(new Date());
  const pipeline = useQuery(pipelineQuery());
  const csv = {
    name: `pipeline-${today}`,
    fetchRows: async () => toCsvRows(await fetchAllPipelineCards()),
  };
  return (
    <>
      <BackLink to={PROPOSALS_PATH} label="All proposals" />
      <PageHeader
        title="Pipeline"
        subtitle="Inquiries, quote requests and proposals by stage"
        action={
          <>
            <div className="max-sm:hidden">
              <ExportButton {...csv} />
            </div>
            <ButtonLink
              to={`${PROPOSALS_PATH}/new`}
              tone="primary"
              icon={<Plus aria-hidden="true" className="size-4" />}
            >
              New proposal
            </ButtonLink>
          </>
        }
        phoneMenu={<ListMenu csv={csv} />}
      />
      <Loaded
        query={pipeline}
        errorMessage="We couldn't load the pipeline."
        loading={<Loading text="Loading the pipeline..." rows={6} />}
      >
        {(loaded) => (
          <div className="@container">
            <StageLinks columns={loaded.stages} />
            <Figures pipeline={loaded} />
            <PipelineBoard columns={loaded.stages} today={today} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Figures({ pipeline }: { pipeline: Pipeline }) {
  const { open, weighted, conversion, decisionHours, replyHours } = pipeline;
  return (
    <div className="mb-6 grid gap-3 sm:gap-4 xl:grid-cols-[1.3fr_1.3fr_1fr_1fr_1fr]">
      <div className="grid gap-3 min-[360px]:grid-cols-2 sm:gap-4 xl:contents">
        <StatCard label="Open proposals" value={formatDollars(open)} caption="Drafts, sent and viewed" />
        <StatCard label="Weighted value" value={formatDollars(weighted)} caption="Value × probability" />
      </div>
      <div className="grid gap-3 min-[360px]:grid-cols-2 sm:gap-4 md:grid-cols-3 xl:contents *:last:min-[360px]:max-md:col-span-2">
        <StatCard
          label="Conversion"
          value={conversion === null ? "—" : `${conversion}%`}
          caption="Share of decided proposals that were accepted, 12 months"
        />
        <StatCard
          label="Time to decision"
          value={decisionHours === null ? "—" : formatMedianTime(decisionHours)}
          caption="Median from sent to decided, 12 months"
        />
        <StatCard
          label="Time to reply"
          value={replyHours === null ? "—" : formatMedianTime(replyHours)}
          caption="Median from inquiry to first reply, 12 months"
        />
      </div>
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
