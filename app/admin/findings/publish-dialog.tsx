import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { draftsQuery, publishFindings } from "#app/api/admin/findings.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { SeverityBadge } from "#app/components/findings/severity-badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Checkbox } from "#app/ui/forms/checkbox.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { formatCount } from "#domain/text/pluralize.ts";

type PublishDialogProps = {
  projects: readonly { id: string; project_name: string; clients: { company: string } }[];
  initialProjectId: string;
  onClose: () => void;
};

/** Publishes drafts of a project together, so that the client gets one email. */
export function PublishDialog({ projects, initialProjectId, onClose }: PublishDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [projectId, setProjectId] = useState(initialProjectId);
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

  function toggle(id: string) {
    const next = new Set(excludedIds);
    if (!next.delete(id)) {
      next.add(id);
    }
    setExcludedIds(next);
  }

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
        onChange={(event) => setProjectId(event.target.value)}
        options={projects.map(({ id, project_name, clients }) => ({
          value: id,
          label: `${project_name} (${clients.company})`,
        }))}
      />
      {drafts.data?.length === 0 && <p className="text-14 text-muted">This project has no drafts.</p>}
      {drafts.error && (
        <Banner tone="negative">We couldn't load the drafts. Close this dialog and try again.</Banner>
      )}
      {drafts.data && drafts.data.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium text-14">Drafts</legend>
          {drafts.data.map(({ id, key, title, severity }) => (
            <div key={id} className="flex flex-wrap items-start justify-between gap-x-4">
              <Checkbox
                label={`${key}: ${title}`}
                checked={!excludedIds.has(id)}
                onChange={() => toggle(id)}
              />
              <SeverityBadge severity={severity} />
            </div>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}
