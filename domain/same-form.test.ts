import { expect, test } from "vitest";
import { newProjectForm } from "#domain/project-form.ts";
import { isSameForm } from "#domain/same-form.ts";

const form = newProjectForm("2025-10-14");

test.each(Object.keys(form))("another %s makes it another form", (name) => {
  expect(isSameForm(form, { ...form })).toBe(true);
  expect(isSameForm(form, { ...form, [name]: "another" })).toBe(false);
});
