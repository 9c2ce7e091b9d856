import * as z from "zod/mini";
import { isCalendarDate } from "#domain/dates/calendar-date.ts";
import { multiLine } from "#domain/text/multi-line.ts";
import { singleLine } from "#domain/text/single-line.ts";

export const TEST_TYPES = ["black_box", "gray_box", "white_box"] as const;
export type TestType = (typeof TEST_TYPES)[number];

export const TEST_TYPE_LABELS: Readonly<Record<TestType, string>> = {
  black_box: "Black box: without credentials or source code",
  gray_box: "Gray box: with test accounts and documentation",
  white_box: "White box: with source code and configuration",
};

export const ASSESSMENT_LIMITS = { line: 200, paragraph: 600, section: 8000 } as const;

const line = multiLine(ASSESSMENT_LIMITS.line).check(singleLine);
const requiredLine = (message: string) => line.check(z.minLength(1, message));
const date = z.string().check(z.refine(isCalendarDate, "Enter a valid date"));

/** What was tested in a project, and how. The letter of attestation contains everything except the two Markdown sections. */
export const AssessmentDetails = z
  .object({
    /** Such as "Support assistant 4.2". */
    system: requiredLine("Enter the system that was tested"),
    /** Such as "Staging, with test data". */
    environment: line,
    /** The contract or purchase order. */
    engagementReference: line,
    testType: z.enum(TEST_TYPES, "Choose a test type"),
    startedOn: date,
    endedOn: date,
    /** Names and qualifications, such as "Maya Chen (OSCP), Jonas Weber". */
    testers: requiredLine("Enter the testers"),
    inScope: multiLine(ASSESSMENT_LIMITS.paragraph),
    outOfScope: multiLine(ASSESSMENT_LIMITS.paragraph),
    methodology: multiLine(ASSESSMENT_LIMITS.paragraph),
    /** Markdown. The summary for executives. */
    summary: multiLine(ASSESSMENT_LIMITS.section),
    /** Markdown. How the system was tested in detail. */
    approach: multiLine(ASSESSMENT_LIMITS.section),
  })
  .check(
    z.refine(({ startedOn, endedOn }) => startedOn <= endedOn, {
      message: "Enter an end date on or after the start date",
      path: ["endedOn"],
    }),
  );
export type AssessmentDetails = z.infer<typeof AssessmentDetails>;
