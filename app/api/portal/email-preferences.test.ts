import { expect, test } from "vitest";
import { EMAIL_TOPICS } from "#domain/clients/email-preferences.ts";
import { COLUMNS } from "./email-preferences.ts";

test("reads whether each topic is turned on", () => {
  expect(COLUMNS.split(", ").sort()).toEqual(Object.keys(EMAIL_TOPICS).sort());
});
