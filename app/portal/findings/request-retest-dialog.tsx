import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ListedFinding, requestRetest } from "#app/api/portal/findings.ts";
import { refetchFindings } from "#app/api/shared/findings.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { FindingSelection } from "#app/components/findings/finding-selection.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { FINDING_TOAST_TOPIC } from "./finding-toast.ts";

type RequestRetestDialogProps = {
  /** The findings that can be retested. */
  findings: readonly Pick<ListedFinding, "id" | "key" | "title" | "severity" | "project_id">[];
  projects: readonly { id: string; project_name: string }[];
  onClose: () => void;
};

/** Requests a retest of findings of one project. */
export function RequestRetestDialog({ findings, projects, onClose }: RequestRetestDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const ownProjects = projects.filter(({ id }) => findings.some(({ project_id }) => project_id === id));
  const [projectId, setProjectId] = useState(ownProjects[0]?.id ?? "");
  const ofProject = findings.filter(({ project_id }) => project_id === projectId);
  const [excludedIds, setExcludedIds] = useState<ReadonlySet<string>>(new Set());
  const [note, setNote] = useState("");
  const findingIds = ofProject.map(({ id }) => id).filter((id) => !excludedIds.has(id));
  const request = useMutation({
    mutationFn: () => requestRetest({ projectId, findingIds, note }),
    onSuccess: async () => {
      showToast("Retest requested", { topic: FINDING_TOAST_TOPIC });
      onClose();
      await refetchFindings(queryClient);
    },
  });

  return (
    <FormDialog
      title="Request retest"
      description={`${brand.name} tests your fixes and records the result of each finding.`}
      submitButton={{
        label: "Request retest",
        busyLabel: "Requesting...",
        disabled: findingIds.length === 0,
      }}
      isPending={request.isPending}
      onSubmit={() => request.mutate()}
      onClose={onClose}
    >
      {request.error && (
        <Banner tone="negative" urgent>
          {errorMessage(request.error, "We couldn't request the retest. Try again.")}
        </Banner>
      )}
      {ownProjects.length > 1 && (
        <Select
          label="Project"
          value={projectId}
          onChange={(event) => setProjectId(event.target.value)}
          options={ownProjects.map(({ id, project_name }) => ({ value: id, label: project_name }))}
        />
      )}
      <FindingSelection
        legend="Findings"
        findings={ofProject}
        excludedIds={excludedIds}
        onChange={setExcludedIds}
      />
      <TextArea
        label="What did you change?"
        hint="Optional. Name the release or the commit, and how to reach the test environment."
        rows={4}
        maxLength={TEXT_LIMITS.reason}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
