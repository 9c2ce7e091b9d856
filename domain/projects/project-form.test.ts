import { expect, test } from "vitest";
import {
  newProjectForm,
  ProjectForm,
  toProjectColumns,
  toProjectForm,
} from "#domain/projects/project-form.ts";

const form = { ...newProjectForm("2025-10-14"), projectName: "Model audit", clientId: "c1" };

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

test("requires a name, a client and a start date", () => {
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
    total_estimated_value: 0,
    created_at: "",
    updated_at: "",
    ...toProjectColumns({ ...form, status: "frozen", targetCompletionDate: "2025-12-01" }),
  };
  expect(toProjectForm(stored)).toEqual({ ...form, status: "frozen", targetCompletionDate: "2025-12-01" });
});
