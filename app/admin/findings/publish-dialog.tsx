import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { draftsQuery, publishFindings, workloadQuery } from "#app/api/admin/findings.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { FindingSelection } from "#app/components/findings/finding-selection.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { MAX_PUBLISHED_FINDINGS } from "#domain/findings/publication.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type PublishDialogProps = { initialProjectId: string; onClose: () => void };

/** Publishes drafts of a project together, so that the client gets one email. */
export function PublishDialog({ initialProjectId, onClose }: PublishDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const workload = useQuery(workloadQuery(firmToday(new Date())));
  const projects = (workload.data ?? []).filter(({ drafts }) => drafts > 0);
  const [selectedId, setSelectedId] = useState(initialProjectId);
  // With only one project there is nothing to choose.
  const projectId = selectedId || (projects.length === 1 ? (projects[0]?.project_id ?? "") : "");
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set());
  const drafts = useQuery(draftsQuery(projectId));
  const selected = (drafts.data ?? []).filter(({ id }) => !excludedIds.has(id));
  const publish = useMutation({
    mutationFn: () => publishFindings(selected.map(({ id }) => id)),
    onSuccess: async () => {
      showToast(`${formatCount(selected.length, "finding")} published`);
      onClose();
    },
    onSettled: () => refetchFindings(queryClient),
  });

  return (
    <FormDialog
      title="Publish drafts"
      description="The client sees the findings immediately and gets one email. After that, you can correct or withdraw a finding, but not delete it."
      submitButton={{
        label: selected.length === 0 ? "Publish" : `Publish ${formatCount(selected.length, "finding")}`,
        busyLabel: "Publishing...",
        disabled: selected.length === 0,
      }}
      isPending={publish.isPending}
      onSubmit={() => publish.mutate()}
      onClose={onClose}
    >
      {publish.error && (
        <Banner tone="negative" urgent>
          {errorMessage(publish.error, "We couldn't publish the findings. Try again.")}
        </Banner>
      )}
      <Select
        label="Project"
        placeholder="Select a project"
        value={projectId}
        hint={workload.data && projects.length === 0 ? "No project has drafts." : undefined}
        onChange={(event) => setSelectedId(event.target.value)}
        options={projects.map(({ project_id, project_name, company }) => ({
          value: project_id,
          label: `${project_name} (${company})`,
        }))}
      />
      {drafts.data?.length === 0 && <p className="text-14 text-muted">This project has no drafts.</p>}
      {drafts.error && (
        <Banner tone="negative">We couldn't load the drafts. Close this dialog and try again.</Banner>
      )}
      {drafts.data && drafts.data.length > 0 && (
        <FindingSelection
          legend="Drafts"
          findings={drafts.data}
          excludedIds={excludedIds}
          onChange={setExcludedIds}
        />
      )}
      {drafts.data?.length === MAX_PUBLISHED_FINDINGS && (
        <p className="text-14 text-muted">
          Only the {MAX_PUBLISHED_FINDINGS} most severe drafts are shown. Publish these first.
        </p>
      )}
    </FormDialog>
  );
}
