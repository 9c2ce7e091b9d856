import { expect, test } from "vitest";
import { newProjectForm, ProjectForm, projectColumns, projectFormOf } from "#domain/project-form.ts";

const form = { ...newProjectForm("2025-10-14"), projectName: "Model audit", clientId: "c1" };

test("a new project is open and starts today", () => {
  expect(projectColumns(ProjectForm.parse(form))).toEqual({
    project_name: "Model audit",
    client_id: "c1",
    status: "open",
    start_date: "2025-10-14",
    target_completion_date: null,
    description: "",
    notes: "",
  });
});

test("name, client and start date are required", () => {
  const result = ProjectForm.safeParse({ ...form, projectName: " ", clientId: "", startDate: "" });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([
    "Project name is required",
    "Please select a client",
    "Start date is required",
  ]);
});

test("a day that does not exist is refused", () => {
  expect(ProjectForm.safeParse({ ...form, targetCompletionDate: "2025-02-30" }).success).toBe(false);
});

test("a stored project comes back as it was", () => {
  const stored = {
    id: "p1",
    total_estimated_value: 0,
    created_at: "",
    updated_at: "",
    ...projectColumns({ ...form, status: "frozen", targetCompletionDate: "2025-12-01" }),
  };
  expect(projectFormOf(stored)).toEqual({ ...form, status: "frozen", targetCompletionDate: "2025-12-01" });
});
