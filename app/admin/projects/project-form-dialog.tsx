import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { createProject, PROJECT_LIST, updateProject } from "#app/api/admin-projects.ts";
import { FIRM_TOTALS } from "#app/api/admin-totals.ts";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { dateIn } from "#domain/calendar-date.ts";
import { PROJECT_STATUSES, projectStatus } from "#domain/project.ts";
import { newProjectForm, ProjectForm, projectFormOf } from "#domain/project-form.ts";
import type { Tables } from "#supabase/database.types.ts";
import { FormDialog } from "../forms/form-dialog.tsx";
import { ClientField } from "./client-field.tsx";

/** Milliseconds the toast stays (specification section 8). */
const TOAST = 3000;
const NOT_SAVED = "Failed to save project";

const statusOptions = PROJECT_STATUSES.map((status) => ({
  value: status,
  label: projectStatus(status).label,
}));

type ProjectFormDialogProps = {
  /** The project to edit; null for a new one. */
  project: (Tables<"projects"> & { company: string }) | null;
  onClose: () => void;
};

/** Creates a project, or edits one. */
export function ProjectFormDialog({ project, onClose }: ProjectFormDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  // It may be read again while this is open; what was read first is what the form was filled with.
  const [read] = useState(project);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProjectForm),
    defaultValues: read ? projectFormOf(read) : newProjectForm(dateIn(new Date(), timeZone)),
  });
  const { errors, isDirty } = formState;

  const save = useMutation({
    mutationFn: (form: ProjectForm) => (read ? updateProject(read, form) : createProject(form)),
    onSuccess: async () => {
      showToast(project ? "Project updated successfully" : "Project created successfully", {
        duration: TOAST,
      });
      onClose();
      await queryClient.invalidateQueries({ queryKey: [PROJECT_LIST] });
      await queryClient.invalidateQueries({ queryKey: FIRM_TOTALS });
    },
  });

  return (
    <FormDialog
      title={project ? "Edit Project" : "Create Project"}
      description="Total value is calculated automatically from linked invoices."
      act={{ label: project ? "Save Changes" : "Create Project", busyLabel: "Saving..." }}
      what="the project"
      isDirty={isDirty}
      isPending={save.isPending}
      error={save.error}
      failed={NOT_SAVED}
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
      <ClientField project={project} error={errors.clientId?.message} control={register("clientId")} />
      <Select label="Status" options={statusOptions} error={errors.status?.message} {...register("status")} />
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
        help="The client reads it."
        error={errors.description?.message}
        className="sm:col-span-2"
        {...register("description")}
      />
      <TextArea
        label="Notes"
        rows={3}
        help="For the firm."
        error={errors.notes?.message}
        className="sm:col-span-2"
        {...register("notes")}
      />
    </FormDialog>
  );
}
