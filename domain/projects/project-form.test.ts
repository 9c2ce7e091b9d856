import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { dollars } from "#domain/money/money.ts";
import {
  newProjectForm,
  ProjectForm,
  toProjectColumns,
  toProjectForm,
} from "#domain/projects/project-form.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

const form = { ...newProjectForm(calendarDate("2025-10-14")), projectName: "Model audit", clientId: "c1" };

test("defaults a new project to open, starting today", () => {
  expect(toProjectColumns(ProjectForm.parse(form))).toEqual({
    project_name: "Model audit",
    client_id: "c1",
    status: "open",
    start_date: "2025-10-14",
    target_completion_date: null,
    description: "",
    notes: "",
  });
});

test("requires a project name, a client and a start date", () => {
  const result = ProjectForm.safeParse({ ...form, projectName: " ", clientId: "", startDate: "" });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    "Project name is required",
    "Select a client",
    "Start date is required",
  ]);
});

test("rejects a date that does not exist", () => {
  expect(ProjectForm.safeParse({ ...form, targetCompletionDate: "2025-02-30" }).success).toBe(false);
});

test("round-trips a stored project", () => {
  const stored = {
    id: "p1",
    number: 1,
    total_estimated_value: dollars(0),
    created_at: instant("2025-10-14T00:00:00Z"),
    updated_at: instant("2025-10-14T00:00:00Z"),
    ...toProjectColumns({ ...form, status: "frozen", targetCompletionDate: calendarDate("2025-12-01") }),
  };
  expect(toProjectForm(stored)).toEqual({ ...form, status: "frozen", targetCompletionDate: "2025-12-01" });
});

test.each([
  ["startDate", "2025-02-29", ["Enter a valid date"]],
  ["startDate", "2024-02-29", undefined],
  ["startDate", "soon", ["Enter a valid date"]],
  ["targetCompletionDate", "2025-12-01T00:00:00Z", ["Enter a valid date"]],
  ["targetCompletionDate", "", undefined],
])("validates %s %j", (field, value, messages) => {
  const result = ProjectForm.safeParse({ ...form, [field]: value });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual(messages);
});

test("shows an unknown stored status as open", () => {
  const stored = { ...toProjectColumns(form), id: "p1", number: 1, total_estimated_value: dollars("12.50") };
  const [created_at, updated_at] = [instant("2025-10-14T00:00:00Z"), instant("2025-10-15T00:00:00Z")];
  const project = { ...stored, created_at, updated_at, status: unknownValue("lost") };
  expect(toProjectForm(project).status).toBe("open");
});

test("selects the client that a new project is for, and none by default", () => {
  const today = calendarDate("2025-10-14");
  expect(newProjectForm(today, "c2").clientId).toBe("c2");
  expect(newProjectForm(today).clientId).toBe("");
});
