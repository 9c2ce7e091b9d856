import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { setProbability } from "#app/api/admin/proposal-changes.ts";
import { proposalForecastQuery } from "#app/api/admin/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { UnlabeledSelect } from "#app/ui/forms/select.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { defaultProbability } from "#domain/proposals/pipeline.ts";
import type { ProposalStatus } from "#domain/proposals/proposal-status.ts";

const STEP = 10;
const PERCENTAGES = Array.from({ length: 100 / STEP + 1 }, (_, index) => index * STEP);

type ProbabilitySelectProps = { proposal: { id: string; status: ProposalStatus } };

/** Sets the estimated probability that the client accepts, which only administrators see. */
export function ProbabilitySelect({ proposal }: ProbabilitySelectProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const forecast = useQuery(proposalForecastQuery(proposal.id));
  const save = useMutation({
    mutationFn: (probability: number | null) => setProbability(proposal.id, probability),
    onSuccess: () => showToast("Probability saved"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't save the probability. Try again."), { tone: "negative" }),
    onSettled: () => refetchProposals(queryClient),
  });
  const stored = save.isPending ? save.variables : forecast.data;
  const percentages =
    typeof stored === "number" && !PERCENTAGES.includes(stored)
      ? [...PERCENTAGES, stored].toSorted((one, other) => one - other)
      : PERCENTAGES;
  return (
    <UnlabeledSelect
      aria-label="Probability"
      isCompact
      placeholder={`Default for status (${defaultProbability(proposal.status)}%)`}
      options={percentages.map((percent) => ({ value: String(percent), label: `${percent}%` }))}
      disabled={forecast.data === undefined}
      value={stored === null || stored === undefined ? "" : String(stored)}
      onChange={({ currentTarget: { value } }) => save.mutate(value === "" ? null : Number(value))}
    />
  );
}
