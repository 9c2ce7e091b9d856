import * as z from "zod/mini";
import { type CalendarDate, isCalendarDate } from "#domain/calendar-date.ts";
import { PROJECT_STATUSES } from "#domain/project.ts";
import type { Tables, TablesInsert } from "#supabase/database.types.ts";

const dateOrNothing = z.refine<string>(
  (text) => text === "" || isCalendarDate(text),
  "Please enter a valid date",
);
const optionalText = (name: string) =>
  z._default(z.string().check(z.trim(), z.maxLength(5000, `${name} must be at most 5000 characters`)), "");

/** The form that creates and edits a project (specification section 5). */
export const ProjectForm = z.object({
  projectName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Project name is required"),
      z.maxLength(200, "Project name must be at most 200 characters"),
    ),
  clientId: z.string().check(z.minLength(1, "Please select a client")),
  status: z._default(z.enum(PROJECT_STATUSES), "open"),
  startDate: z.string().check(z.minLength(1, "Start date is required"), dateOrNothing),
  targetCompletionDate: z._default(z.string().check(dateOrNothing), ""),
  description: optionalText("Description"),
  notes: optionalText("Notes"),
});
export type ProjectForm = z.infer<typeof ProjectForm>;

/** An empty form: a new project is open and starts today. */
export function newProjectForm(today: CalendarDate): ProjectForm {
  return {
    projectName: "",
    clientId: "",
    status: "open",
    startDate: today,
    targetCompletionDate: "",
    description: "",
    notes: "",
  };
}

/** The form filled from a stored project. A status this version does not know is left at open. */
export function projectFormOf(project: Tables<"projects">): ProjectForm {
  return {
    projectName: project.project_name,
    clientId: project.client_id,
    status: PROJECT_STATUSES.find((status) => status === project.status) ?? "open",
    startDate: project.start_date,
    targetCompletionDate: project.target_completion_date ?? "",
    description: project.description,
    notes: project.notes,
  };
}

/** The columns the form writes; a blank target is stored as no date. */
export function projectColumns(form: ProjectForm) {
  return {
    project_name: form.projectName,
    client_id: form.clientId,
    status: form.status,
    start_date: form.startDate,
    target_completion_date: form.targetCompletionDate || null,
    description: form.description,
    notes: form.notes,
  } satisfies TablesInsert<"projects">;
}
