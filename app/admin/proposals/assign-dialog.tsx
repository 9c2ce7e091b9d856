import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { assignProposal } from "#app/api/admin/proposal-changes.ts";
import { clientProjectOptionsQuery } from "#app/api/admin/proposals.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { ClientSelect } from "../forms/client-select.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

/** Chooses the client of a draft, and the project that acceptance extends. */
export function AssignDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [clientId, setClientId] = useState(proposal.client_id ?? "");
  const [projectId, setProjectId] = useState(proposal.project_id ?? "");
  const { data: projects = [] } = useQuery({
    ...clientProjectOptionsQuery(clientId),
    enabled: clientId !== "",
  });
  const canChangeClient = proposal.current_version === 0;
  const save = useMutation({
    mutationFn: () => assignProposal(proposal.id, { clientId, projectId: projectId || null }),
    onSuccess: async () => {
      showToast("Proposal changed");
      onClose();
      await refetchProposals(queryClient);
    },
  });
  return (
    <GuardedFormDialog
      title={canChangeClient ? "Client and project" : "Project"}
      description="Accepting the proposal creates a project, or adds the work to an existing one."
      submitButton={{ label: "Save changes", busyLabel: "Saving...", disabled: clientId === "" }}
      subject="the change"
      isDirty={clientId !== (proposal.client_id ?? "") || projectId !== (proposal.project_id ?? "")}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the change. Try again."
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {canChangeClient && (
        <ClientSelect
          control={{
            value: clientId,
            onChange: (event) => {
              setClientId(event.currentTarget.value);
              setProjectId("");
            },
          }}
          {...(proposal.client_id && proposal.clients
            ? { initial: { id: proposal.client_id, company: proposal.clients.company } }
            : {})}
        />
      )}
      <Select
        label="Project"
        placeholder="Create a new project"
        options={projects.map(({ id, project_name }) => ({ value: id, label: project_name }))}
        value={projectId}
        onChange={(event) => setProjectId(event.currentTarget.value)}
      />
    </GuardedFormDialog>
  );
}
