import { expect, test } from "vitest";
import { isSameForm } from "#domain/forms/is-same-form.ts";
import { newProjectForm } from "#domain/projects/project-form.ts";

const form = newProjectForm("2025-10-14");

test.each(Object.keys(form))("detects a change of %s", (name) => {
  expect(isSameForm(form, { ...form })).toBe(true);
  expect(isSameForm(form, { ...form, [name]: "another" })).toBe(false);
});
