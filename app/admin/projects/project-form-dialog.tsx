import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { activeClients } from "#app/data/admin-clients.ts";
import { createProject, type ListedProject, PROJECT_LIST, updateProject } from "#app/data/admin-projects.ts";
import { FIRM_TOTALS } from "#app/data/admin-totals.ts";
import { ApiFailure } from "#app/data/failure.ts";
import { useConfirmation } from "#app/ui/alert-dialog.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { dateIn } from "#domain/calendar-date.ts";
import { PROJECT_STATUSES, projectStatus } from "#domain/project.ts";
import { newProjectForm, ProjectForm, projectFormOf } from "#domain/project-form.ts";
import { wordsOf } from "../lists/words-of.ts";
import { ClientField } from "./client-field.tsx";

/** Milliseconds the toast stays (specification section 8). */
const TOAST = 3000;
const NOT_SAVED = "Failed to save project";

const statusOptions = PROJECT_STATUSES.map((status) => ({
  value: status,
  label: projectStatus(status).label,
}));

/** Creates a project, or edits the listed one. */
export function ProjectFormDialog({
  listed,
  onClose,
}: {
  listed: ListedProject | null;
  onClose: () => void;
}) {
  const formId = useId();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const clients = useQuery(activeClients());
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProjectForm),
    defaultValues: listed ? projectFormOf(listed.project) : newProjectForm(dateIn(new Date(), timeZone)),
  });
  const { errors, isDirty } = formState;

  const save = useMutation({
    mutationFn: (form: ProjectForm) => store(listed, form),
    onSuccess: async () => {
      showToast(listed ? "Project updated successfully" : "Project created successfully", {
        duration: TOAST,
      });
      onClose();
      await queryClient.invalidateQueries({ queryKey: [PROJECT_LIST] });
      await queryClient.invalidateQueries({ queryKey: FIRM_TOTALS });
    },
  });

  async function leave() {
    if (save.isPending) return;
    const mayLeave =
      !isDirty || (await confirm({ text: "Leave without saving the project?", act: "Discard changes" }));
    if (mayLeave) onClose();
  }

  return (
    <Dialog
      open
      onClose={leave}
      size="wide"
      title={listed ? "Edit Project" : "Create Project"}
      description="Total value is calculated automatically from linked invoices."
      footer={
        <>
          <Button onClick={leave} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={save.isPending} busyLabel="Saving...">
            {listed ? "Save Changes" : "Create Project"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={handleSubmit((form) => save.mutate(form))}
        className="grid gap-4 sm:grid-cols-2"
      >
        {save.error && (
          <div className="sm:col-span-2">
            <Banner tone="negative" urgent>
              {wordsOf(save.error, NOT_SAVED)}
            </Banner>
          </div>
        )}
        {clients.error && (
          <div className="sm:col-span-2">
            <Banner
              tone="negative"
              urgent
              action={
                <Button size="small" busy={clients.isFetching} onClick={() => clients.refetch()}>
                  Retry
                </Button>
              }
            >
              Failed to load clients
            </Banner>
          </div>
        )}
        <TextField
          label="Project name"
          required
          autoComplete="off"
          error={errors.projectName?.message}
          className="sm:col-span-2"
          {...register("projectName")}
        />
        <ClientField
          listed={listed}
          clients={clients.data ?? []}
          placeholder={clients.isPending ? "Loading clients..." : "Select a client"}
          error={errors.clientId?.message}
          registration={register("clientId")}
        />
        <Select
          label="Status"
          options={statusOptions}
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
      </form>
    </Dialog>
  );
}

async function store(listed: ListedProject | null, form: ProjectForm): Promise<void> {
  if (!listed) return createProject(form);
  const changedRows = await updateProject(listed.project.id, form);
  if (changedRows === 0) throw new ApiFailure({ status: 404, code: "", message: NOT_SAVED });
}
