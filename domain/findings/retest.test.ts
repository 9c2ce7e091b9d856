import { describe, expect, test } from "vitest";
import {
  activeRetestStatus,
  canRequestRetest,
  findCompletionBlocker,
  findingBadges,
  RETEST_STATUS_BADGES,
  RequestRetest,
  RetestResult,
} from "#domain/findings/retest.ts";
import { SINGLE_LINE_CASES } from "#domain/test-support/single-line-cases.ts";

const ID = "3b8f8f1e-6c1b-4d7e-9c5a-0d3b1c2a4e5f";

const findErrors = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("whether a client can request a retest", () => {
  const finding = { publication_status: "published", verdict: null } as const;

  test.each(["draft", "published", "withdrawn"] as const)("depends on the publication: %s", (status) => {
    expect(canRequestRetest({ ...finding, publication_status: status }, [])).toBe(status === "published");
  });

  test.each([
    [null, true],
    ["not_fixed", true],
    ["partly_fixed", true],
    ["fixed", false],
  ] as const)("depends on the last result: %s, %s", (verdict, expected) => {
    expect(canRequestRetest({ ...finding, verdict }, [])).toBe(expected);
  });

  test("is false during a retest and true after it", () => {
    const ended = { is_active: false };
    expect(canRequestRetest(finding, [ended, ended])).toBe(true);
    expect(canRequestRetest(finding, [ended, { is_active: true }])).toBe(false);
  });
});

describe("a request for a retest", () => {
  const request = { projectId: ID, findingIds: [ID], note: "" };

  test.each([
    [0, [["findingIds", "Select at least one finding"]]],
    [1, undefined],
    [200, undefined],
    [201, [["findingIds", "Select at most 200 findings"]]],
  ])("can contain up to 200 findings: %d", (count, errors) => {
    const findingIds = Array.from({ length: count }, () => ID);
    expect(findErrors(RequestRetest.safeParse({ ...request, findingIds }))).toEqual(errors);
  });

  test.each([
    ["x".repeat(2000), undefined],
    [` ${"x".repeat(2000)}\n`, undefined],
    ["x".repeat(2001), [["note", "Enter at most 2000 characters"]]],
  ])("can have a note of up to 2,000 characters: %j", (note, errors) => {
    expect(findErrors(RequestRetest.safeParse({ ...request, note }))).toEqual(errors);
  });

  test("trims the note and keeps its line breaks", () => {
    expect(RequestRetest.parse({ ...request, note: " a\n\nb\n" }).note).toBe("a\n\nb");
  });

  test("requires valid ids", () => {
    const result = RequestRetest.safeParse({ ...request, projectId: "p1", findingIds: [ID, "f1"] });
    expect(result.error?.issues.map(({ path }) => path.join("."))).toEqual(["projectId", "findingIds.1"]);
  });

  test("rejects a null character, which PostgreSQL cannot store", () => {
    expect(RequestRetest.safeParse({ ...request, note: "a\0b" }).success).toBe(false);
  });
});

describe("the result of a retest", () => {
  const result = { verdict: "fixed", evidence: "", testedOn: "2026-03-01", tester: "" };

  test.each(["fixed", "partly_fixed", "not_fixed"])("can be %s", (verdict) => {
    expect(RetestResult.parse({ ...result, verdict })).toEqual({ ...result, verdict });
  });

  test.each(["", "open", "Fixed", null, undefined])("cannot be %j", (verdict) => {
    expect(findErrors(RetestResult.safeParse({ ...result, verdict }))).toEqual([
      ["verdict", "Choose a result"],
    ]);
  });

  test.each([
    ["evidence", "x".repeat(20_000), undefined],
    ["evidence", `\n${"x".repeat(20_000)} `, undefined],
    ["evidence", "x".repeat(20_001), ["Enter at most 20000 characters"]],
    ["evidence", "a\nb", undefined],
    ["evidence", "a\0b", ["Remove unsupported characters"]],
    ["tester", "x".repeat(200), undefined],
    ["tester", ` ${"x".repeat(200)} `, undefined],
    ["tester", "x".repeat(201), ["Enter at most 200 characters"]],
    ["testedOn", "2028-02-29", undefined],
    ["testedOn", "2026-02-29", ["Enter a valid date"]],
    ["testedOn", "2026-03-01T12:00", ["Enter a valid date"]],
    ["testedOn", "", ["Enter a valid date"]],
  ])("validates %s: %j", (field, value, messages) => {
    const errors = messages?.map((message) => [field, message]);
    expect(findErrors(RetestResult.safeParse({ ...result, [field]: value }))).toEqual(errors);
  });

  test.each(SINGLE_LINE_CASES)("accepts the tester %j: %s", (tester, expected) => {
    expect(RetestResult.safeParse({ ...result, tester }).success).toBe(expected);
  });

  test("trims its texts", () => {
    const parsed = RetestResult.parse({ ...result, evidence: "\n# a\n\nb\n", tester: " Ada\n" });
    expect(parsed).toMatchObject({ evidence: "# a\n\nb", tester: "Ada" });
  });
});

test("labels every status of a retest", () => {
  expect(RETEST_STATUS_BADGES).toEqual({
    requested: { label: "Requested", tone: "info" },
    in_progress: { label: "In progress", tone: "info" },
    completed: { label: "Completed", tone: "positive" },
    canceled: { label: "Canceled", tone: "neutral" },
  });
});

test.each([
  ["ready_for_retest", null, ["Ready for retest"]],
  ["ready_for_retest", "requested", ["Retest requested"]],
  ["ready_for_retest", "in_progress", ["Retest in progress"]],
  ["ready_for_retest", "completed", ["Ready for retest"]],
  ["in_progress", "canceled", ["In progress"]],
  ["open", "requested", ["Open", "Retest requested"]],
] as const)("labels a finding that is %s and whose retest is %s", (state, retest, labels) => {
  expect(findingBadges(state, retest).map(({ label }) => label)).toEqual(labels);
});

test("uses the active retest of a finding", () => {
  const ended = { is_active: false, retest_rounds: { status: "completed" } } as const;
  const active = { is_active: true, retest_rounds: { status: "requested" } } as const;
  expect(activeRetestStatus([ended, active])).toBe("requested");
  expect(activeRetestStatus([ended])).toBe(null);
});

test("explains why a retest cannot be completed", () => {
  const explain = (missingCount: number, unsavedCount: number) =>
    findCompletionBlocker({ missingCount, unsavedCount });
  expect(explain(0, 0)).toBeNull();
  expect(explain(2, 0)).toBe("2 results missing");
  expect(explain(1, 1)).toBe("Save your changes to 1 result first");
});
