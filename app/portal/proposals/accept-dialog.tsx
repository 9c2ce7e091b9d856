import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { requireRecentSignIn } from "#app/api/auth/account.ts";
import { acceptProposal } from "#app/api/portal/proposals.ts";
import type { Proposal, ProposalVersion } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { useReauthentication } from "#app/components/account/use-reauthentication.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { CheckboxInput } from "#app/ui/forms/checkbox.tsx";
import { FieldError } from "#app/ui/forms/field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { ELECTRONIC_CONSENT } from "#domain/proposals/consent.ts";
import { formatDue } from "#domain/proposals/format-proposal.ts";
import { resolvePaymentPlan } from "#domain/proposals/payment-plan.ts";
import { listOptionalIds, type ProposalTotals } from "#domain/proposals/proposal-totals.ts";
import { AcceptProposal } from "#domain/proposals/proposals-api.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { useCurrentClient } from "../current-client.ts";

type AcceptDialogProps = {
  proposal: Proposal;
  version: ProposalVersion;
  totals: ProposalTotals;
  selectedIds: ReadonlySet<string>;
  onClose: () => void;
};

/** Signs and accepts a version with the selected optional items. */
export function AcceptDialog({ proposal, version, totals, selectedIds, onClose }: AcceptDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const requestSignIn = useReauthentication("client");
  const { company } = useCurrentClient();
  const [name, setName] = useState("");
  const [title, setTitle] = useState("");
  const [agrees, setAgrees] = useState(false);
  const [hasTriedToAccept, setHasTriedToAccept] = useState(false);
  const input = {
    version: version.version,
    sha256: version.sha256 ?? "",
    selectedItemIds: listOptionalIds(version.content).filter((id) => selectedIds.has(id)),
    consentVersion: ELECTRONIC_CONSENT.version,
    ...{ name, title, agrees },
  };
  const parsed = AcceptProposal.safeParse(input);
  const findError = (field: string) =>
    hasTriedToAccept && !parsed.success
      ? parsed.error.issues.find(({ path }) => path[0] === field)?.message
      : undefined;
  const accept = useMutation({
    mutationFn: (acceptance: AcceptProposal) => acceptProposal(proposal.id, acceptance),
    onSuccess: () => {
      showToast("Proposal accepted");
      onClose();
    },
    onError: (error) => void requestSignIn(error),
    onSettled: () => refetchProposals(queryClient),
  });
  // Before the form is filled in, because signing in again closes it.
  useEffect(() => {
    requireRecentSignIn("client").catch(requestSignIn);
  }, [requestSignIn]);
  const [firstPayment] = resolvePaymentPlan(version.content.plan, totals.total);
  return (
    <FormDialog
      title="Accept the proposal"
      description={
        <>
          {`${company} accepts “${version.title}”, version ${version.version}, for ${formatDollars(totals.total)}.`}
          {describeOptionalItems(version, totals)}
          {firstPayment &&
            ` First payment: ${formatDollars(firstPayment.amount)}, due ${formatDue(
              firstPayment.due,
              version.content.milestones,
            )}.`}
        </>
      }
      submitButton={{ label: "Sign and accept", busyLabel: "Signing..." }}
      isPending={accept.isPending}
      onSubmit={({ currentTarget }) => {
        setHasTriedToAccept(true);
        if (parsed.success) {
          accept.mutate(parsed.data);
        } else {
          const form = currentTarget;
          // The messages appear in the next frame.
          requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
        }
      }}
      onClose={onClose}
    >
      {accept.error && (
        <Banner tone="negative" urgent>
          {errorMessage(accept.error, "We couldn't record your acceptance. Try again.")}
        </Banner>
      )}
      <TextField
        label="Full name"
        hint="Typing your name is your electronic signature."
        required
        autoComplete="name"
        maxLength={PROPOSAL_LIMITS.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={findError("name")}
      />
      <TextField
        label="Title"
        hint="For example, Chief Information Security Officer."
        required
        autoComplete="organization-title"
        maxLength={PROPOSAL_LIMITS.name}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={findError("title")}
      />
      <ConsentField agrees={agrees} onChange={setAgrees} error={findError("agrees")} />
    </FormDialog>
  );
}

/** The optional items that are part of the acceptance. Empty if the version has none. */
function describeOptionalItems({ content }: ProposalVersion, totals: ProposalTotals): string {
  const optional = content.items.filter((item) => item.isOptional);
  const selected = new Set(totals.lines.filter((line) => line.isSelected).map((line) => line.id));
  const names = optional.filter(({ id }) => selected.has(id)).map(({ description }) => description);
  if (optional.length === 0) {
    return "";
  }
  return names.length === 0
    ? " Without optional items."
    : ` Includes the optional ${names.length === 1 ? "item" : "items"}: ${names.join(", ")}.`;
}

type ConsentFieldProps = {
  agrees: boolean;
  onChange: (agrees: boolean) => void;
  error: string | undefined;
};

function ConsentField({ agrees, onChange, error }: ConsentFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex items-start gap-2.5 text-14">
        <span className="mt-0.5">
          <CheckboxInput
            id={id}
            required
            checked={agrees}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </span>
        <span>{ELECTRONIC_CONSENT.text}</span>
      </label>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}
