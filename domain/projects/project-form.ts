import * as z from "zod/mini";
import { type CalendarDate, calendarDate, isCalendarDate } from "#domain/dates/calendar-date.ts";
import { PROJECT_STATUSES } from "#domain/projects/project.ts";
import { singleLine } from "#domain/text/single-line.ts";
import type { Tables, TablesInsert } from "#supabase/database.types.ts";

const dateText = z.refine<string>((text) => text === "" || isCalendarDate(text), "Enter a valid date");
const optionalDate = z.pipe(
  z.string().check(dateText),
  z.transform((text) => (text === "" ? text : calendarDate(text))),
);
const optionalText = (name: string) =>
  z._default(z.string().check(z.trim(), z.maxLength(5000, `${name} must be at most 5,000 characters`)), "");

/** The form that creates and edits a project. */
export const ProjectForm = z.object({
  projectName: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Project name is required"),
      z.maxLength(200, "Project name must be at most 200 characters"),
      singleLine,
    ),
  clientId: z.string().check(z.minLength(1, "Select a client")),
  status: z._default(z.enum(PROJECT_STATUSES), "open"),
  startDate: z.pipe(
    z.string().check(z.minLength(1, "Start date is required"), dateText),
    z.transform(calendarDate),
  ),
  targetCompletionDate: z._default(optionalDate, ""),
  description: optionalText("Description"),
  notes: optionalText("Notes"),
});
export type ProjectForm = z.infer<typeof ProjectForm>;

/** Default values for a new project, which is open and starts today. */
export function newProjectForm(today: CalendarDate, clientId = ""): ProjectForm {
  return {
    projectName: "",
    clientId,
    status: "open",
    startDate: today,
    targetCompletionDate: "",
    description: "",
    notes: "",
  };
}

/** Fills the form from a stored project. An unknown status becomes open. */
export function toProjectForm(project: Tables<"projects">): ProjectForm {
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

/** The columns the form writes. A blank target date is stored as null. */
export function toProjectColumns(form: ProjectForm) {
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
