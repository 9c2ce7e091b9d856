import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { isSameForm } from "#domain/forms/is-same-form.ts";
import { newProjectForm } from "#domain/projects/project-form.ts";

const form = newProjectForm(calendarDate("2025-10-14"));

test.each(Object.keys(form))("detects a change of %s", (name) => {
  expect(isSameForm(form, { ...form })).toBe(true);
  expect(isSameForm(form, { ...form, [name]: "another" })).toBe(false);
});
