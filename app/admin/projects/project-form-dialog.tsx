import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createProject, refetchProjects, updateProject } from "#app/api/admin/projects.ts";
import { FIRM_TOTALS_KEY } from "#app/api/admin/totals.ts";
import { zodResolver } from "#app/components/zod-resolver.ts";
import { Select } from "#app/ui/forms/select.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { PROJECT_STATUSES, projectStatusBadge } from "#domain/projects/project.ts";
import { newProjectForm, ProjectForm, toProjectForm } from "#domain/projects/project-form.ts";
import type { Tables } from "#supabase/database.types.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";
import { ClientField } from "./client-field.tsx";

const TOAST_DURATION_MS = 3000;

const STATUS_OPTIONS = PROJECT_STATUSES.map((status) => ({
  value: status,
  label: projectStatusBadge(status).label,
}));

type ProjectFormDialogProps = {
  /** The project to edit; null for a new one. */
  project: (Tables<"projects"> & { company: string }) | null;
  /** The client that is selected first in a new project. */
  client?: { id: string; company: string } | null;
  onClose: () => void;
};

/** Form that creates or edits a project. */
export function ProjectFormDialog({ project, client = null, onClose }: ProjectFormDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // Conflicts are detected against the original, because the project may be refetched while the dialog is
  // open.
  const [original] = useState(project);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProjectForm),
    defaultValues: original
      ? toProjectForm(original)
      : newProjectForm(dateInTimeZone(new Date(), timeZone), client?.id),
  });
  const { errors, isDirty } = formState;

  const save = useMutation({
    mutationFn: (form: ProjectForm) => (original ? updateProject(original, form) : createProject(form)),
    onSuccess: async () => {
      showToast(project ? "Project updated successfully" : "Project created successfully", {
        duration: TOAST_DURATION_MS,
      });
      onClose();
      await refetchProjects(queryClient);
      await queryClient.invalidateQueries({ queryKey: FIRM_TOTALS_KEY });
    },
  });

  return (
    <GuardedFormDialog
      title={project ? "Edit Project" : "Create Project"}
      description="Total value is calculated automatically from linked invoices."
      submitButton={{ label: project ? "Save Changes" : "Create Project", busyLabel: "Saving..." }}
      subject="the project"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      errorMessage="Failed to save project"
      onSubmit={handleSubmit((form) => save.mutate(form))}
      onClose={onClose}
      size="wide"
      className="grid gap-4 sm:grid-cols-2"
    >
      <TextField
        label="Project name"
        required
        autoComplete="off"
        error={errors.projectName?.message}
        className="sm:col-span-2"
        {...register("projectName")}
      />
      <ClientField
        project={project}
        newProjectClient={client}
        error={errors.clientId?.message}
        control={register("clientId")}
      />
      <Select
        label="Status"
        options={STATUS_OPTIONS}
        error={errors.status?.message}
        {...register("status")}
      />
      <TextField
        label="Start date"
        type="date"
        required
        error={errors.startDate?.message}
        {...register("startDate")}
      />
      <TextField
        label="Target completion"
        type="date"
        error={errors.targetCompletionDate?.message}
        {...register("targetCompletionDate")}
      />
      <TextArea
        label="Description"
        rows={3}
        hint="Visible to the client."
        error={errors.description?.message}
        className="sm:col-span-2"
        {...register("description")}
      />
      <TextArea
        label="Notes"
        rows={3}
        hint="Internal. Not visible to the client."
        error={errors.notes?.message}
        className="sm:col-span-2"
        {...register("notes")}
      />
    </GuardedFormDialog>
  );
}
