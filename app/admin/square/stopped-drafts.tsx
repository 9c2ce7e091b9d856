import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { retryStoppedDraft, type StoppedDraft, stoppedDraftsQuery } from "#app/api/admin/square-writing.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { CircleCheck } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { draftProblemText } from "#domain/invoices/drafts/draft-problem.ts";
import { type InvoiceDraftStatus, isRequestEnded } from "#domain/invoices/drafts/invoice-draft.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import { formatTimestamp } from "./run-labels.ts";

type ListedDraft = StoppedDraft & {
  clientId: string;
  totalCents: number;
  problemDetail: string;
  status: InvoiceDraftStatus;
  requestedStatus: InvoiceDraftStatus;
};

/** Invoices that could not be created, published, canceled or deleted in Square, with the next step. */
export function StoppedDrafts() {
  const drafts = useQuery(stoppedDraftsQuery());
  return (
    <Loaded
      query={drafts}
      errorMessage="We couldn't load the stopped invoices."
      loading={<Loading text="Loading stopped invoices..." rows={2} />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState
            icon={<CircleCheck className="size-6" />}
            title="No stopped invoices"
            hint="Invoices that Square didn't accept appear here with the next step"
          />
        ) : (
          <ul className="grid gap-3">
            {loaded.map((draft) => (
              <li key={draft.id} className="rounded-medium border border-edge p-4">
                <StoppedDraftRow draft={draft} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function StoppedDraftRow({ draft }: { draft: ListedDraft }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // The request of these invoices has ended. An administrator requests it again on the invoice.
  const hasEnded = isRequestEnded({ ...draft, requested_status: draft.requestedStatus });
  const retry = useMutation({
    mutationFn: () => retryStoppedDraft(draft.id),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ["invoice-drafts"] });
      showToast(hasEnded ? "Dismissed" : "Trying again");
    },
  });
  if (draft.problem === null) {
    return null;
  }
  const { title, nextStep } = draftProblemText(draft.problem);
  return (
    <div className="flex flex-wrap items-start justify-between gap-4 text-14">
      <div className="min-w-0 wrap-break-word">
        <p className="font-medium">{title}</p>
        <p>{nextStep}</p>
        <p className="mt-1 text-13 text-muted">
          {draft.title} · {formatDollars(cents(draft.totalCents))} ·{" "}
          <Link to={`/admin/clients/${draft.clientId}`} className="underline">
            {draft.company}
          </Link>
          {draft.problemAt && ` · ${formatTimestamp(draft.problemAt)}`}
          {draft.problemDetail && ` · ${draft.problemDetail}`}
        </p>
        {retry.error && (
          <div className="mt-2">
            <Banner tone="negative" urgent>
              {errorMessage(retry.error, "We couldn't try again. Check your connection.")}
            </Banner>
          </div>
        )}
      </div>
      <Button size="small" busy={retry.isPending} onClick={() => retry.mutate()}>
        {hasEnded ? "Dismiss" : "Try again"}
      </Button>
    </div>
  );
}
