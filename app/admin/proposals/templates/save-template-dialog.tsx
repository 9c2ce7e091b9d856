import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createProposalTemplate } from "#app/api/admin/proposal-changes.ts";
import { PROPOSAL_TEMPLATES_KEY } from "#app/api/admin/proposals.ts";
import type { ProposalVersion } from "#app/api/shared/proposals.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

type SaveTemplateDialogProps = { version: ProposalVersion; onClose: () => void };

/** Adds the content of a version to the templates. */
export function SaveTemplateDialog({ version, onClose }: SaveTemplateDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [name, setName] = useState("");
  const save = useMutation({
    mutationFn: () => createProposalTemplate(name, version.content),
    onSuccess: async () => {
      showToast("Template saved");
      onClose();
      await queryClient.invalidateQueries({ queryKey: PROPOSAL_TEMPLATES_KEY });
    },
  });
  return (
    <GuardedFormDialog
      title="Save as template"
      description="Copies the sections, the line items, the milestones and the payment plan. Make sure the content doesn't name a client."
      submitButton={{ label: "Save template", busyLabel: "Saving...", disabled: name.trim() === "" }}
      subject="the template"
      isDirty={name !== ""}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the template. Try again."
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={PROPOSAL_LIMITS.name}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </GuardedFormDialog>
  );
}
