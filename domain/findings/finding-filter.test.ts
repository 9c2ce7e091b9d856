import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import {
  countOpen,
  countState,
  type FindingFilter,
  matchesFilter,
  parseFindingFilter,
  STATE_FILTER_LABELS,
  STATE_FILTERS,
  sortOpenFirst,
} from "#domain/findings/finding-filter.ts";
import { FINDING_STATE_BADGES } from "#domain/findings/finding-state.ts";
import { SEVERITIES } from "#domain/findings/severity.ts";
import { listKeys } from "#domain/status.ts";

const TODAY = calendarDate("2026-03-01");
const NO_FILTER: FindingFilter = { search: "", state: "", severity: "", project: "" };
const STATES = listKeys(FINDING_STATE_BADGES);

const finding = {
  key: "WL-12-003",
  title: "Prompt injection in the Help desk",
  affected_asset: "https://chat.acme.example",
  tags: ["RAG", "Übersetzung"],
  state: "open",
  severity: "high",
  project_id: "p1",
  due_on: calendarDate("2026-02-28"),
} as const;

const matches = (
  filter: Partial<FindingFilter>,
  changes: Partial<Parameters<typeof matchesFilter>[0]> = {},
) => matchesFilter({ ...finding, ...changes }, { ...NO_FILTER, ...filter }, TODAY);

describe("the filter of a URL", () => {
  const parse = (query: string) => parseFindingFilter(new URLSearchParams(query));

  test("is empty without parameters", () => {
    expect(parse("")).toEqual(NO_FILTER);
    expect(parse("search=&state=&severity=&project=")).toEqual(NO_FILTER);
  });

  test("has all parts", () => {
    expect(parse("search=a+b&state=overdue&severity=low&project=p1")).toEqual({
      search: "a b",
      state: "overdue",
      severity: "low",
      project: "p1",
    });
  });

  test.each(STATE_FILTERS)("can be limited to the state %s", (state) => {
    expect(parse(`state=${state}`)).toEqual({ ...NO_FILTER, state });
  });

  test.each(SEVERITIES)("can be limited to the severity %s", (severity) => {
    expect(parse(`severity=${severity}`)).toEqual({ ...NO_FILTER, severity });
  });

  test.each([
    "state=draft",
    "state=closed",
    "state=OPEN",
    "state=open%20",
    "state=constructor",
    "state=0",
    "severity=urgent",
    "severity=High",
    "severity=__proto__",
    "page=2",
  ])("ignores the unknown value in %s", (query) => {
    expect(parse(query)).toEqual(NO_FILTER);
  });

  test("uses the first of repeated parameters", () => {
    expect(parse("state=fixed&state=open").state).toBe("fixed");
  });
});

test("labels every state filter", () => {
  expect(STATE_FILTERS.map((state) => STATE_FILTER_LABELS[state])).toEqual([
    "All open",
    "Overdue",
    "In progress",
    "Ready for retest",
    "Disputed",
    "Risk accepted",
    "Fixed",
    "Withdrawn",
  ]);
});

test("an empty filter matches every finding", () => {
  for (const state of STATES) {
    expect(matches({}, { state, tags: [], due_on: null })).toBe(true);
  }
});

test.each([
  ["WL-12-003", true],
  ["wl-12", true],
  ["WL-13", false],
  ["prompt INJECTION", true],
  ["help desk", true],
  ["helpdesk", false],
  ["chat.acme", true],
  ["HTTPS://CHAT", true],
  ["rag", true],
  ["RAG", true],
  ["ra", true],
  ["übersetz", true],
  ["ÜBERSETZUNG", true],
  ["  rag\n", true],
  ["   ", true],
  ["ragÜbersetzung", false],
  ["rag, übersetzung", false],
  [".*", false],
  ["(", false],
])("the search %j matches the finding: %s", (search, expected) => {
  expect(matches({ search })).toBe(expected);
});

test("the search matches the last of several tags", () => {
  expect(matches({ search: "last" }, { tags: ["first", "second", "Last"] })).toBe(true);
});

test("the search does not match the state, the severity or the project", () => {
  for (const search of ["open", "high", "p1"]) {
    expect(matches({ search }, { title: "x", affected_asset: "" })).toBe(false);
  }
});

test.each(SEVERITIES)("limits the list to the severity %s", (severity) => {
  const matching = SEVERITIES.filter((value) => matches({ severity }, { severity: value }));
  expect(matching).toEqual([severity]);
});

test("limits the list to a project by its exact id", () => {
  const matching = ["p1", "p12", "P1", ""].filter((project_id) => matches({ project: "p1" }, { project_id }));
  expect(matching).toEqual(["p1"]);
});

test.each([
  ["open", ["open", "in_progress", "ready_for_retest", "disputed"]],
  ["overdue", ["open", "in_progress", "ready_for_retest", "disputed"]],
  ["in_progress", ["in_progress"]],
  ["ready_for_retest", ["ready_for_retest"]],
  ["disputed", ["disputed"]],
  ["risk_accepted", ["risk_accepted"]],
  ["fixed", ["fixed"]],
  ["withdrawn", ["withdrawn"]],
] as const)("the filter %s matches overdue findings in the states %j", (state, expected) => {
  expect(STATES.filter((value) => matches({ state }, { state: value })).toSorted()).toEqual(
    [...expected].toSorted(),
  );
});

test.each([
  ["2026-02-28", true],
  ["2026-03-01", false],
  ["2026-03-02", false],
  [null, false],
])("the filter overdue matches an open finding due %s: %s", (due, expected) => {
  const due_on = due === null ? null : calendarDate(due);
  expect(matches({ state: "overdue" }, { due_on })).toBe(expected);
  expect(matches({ state: "open" }, { due_on })).toBe(true);
});

test("requires that all parts of the filter match", () => {
  const filter: FindingFilter = { search: "rag", state: "overdue", severity: "high", project: "p1" };
  expect(matches(filter)).toBe(true);
  expect(matches({ ...filter, search: "agent" })).toBe(false);
  expect(matches({ ...filter, state: "fixed" })).toBe(false);
  expect(matches({ ...filter, severity: "low" })).toBe(false);
  expect(matches({ ...filter, project: "p2" })).toBe(false);
});

describe("the number of open findings", () => {
  test("is zero for each severity without findings", () => {
    expect(countOpen([])).toEqual({ critical: 0, high: 0, medium: 0, low: 0, info: 0 });
  });

  test("includes only open states, by severity", () => {
    const findings = STATES.flatMap((state) => [
      { state, severity: "critical" as const },
      { state, severity: "info" as const },
    ]);
    expect(countOpen([...findings, { state: "open", severity: "low" }])).toEqual({
      critical: 4,
      high: 0,
      medium: 0,
      low: 1,
      info: 4,
    });
  });

  test("starts at zero for each call", () => {
    countOpen([{ state: "open", severity: "high" }]);
    expect(countOpen([]).high).toBe(0);
  });

  test("equals the number of findings that the filter open matches", () => {
    const state = fc.constantFrom(...STATES);
    const severity = fc.constantFrom(...SEVERITIES);
    fc.assert(
      fc.property(fc.array(fc.record({ state, severity })), (findings) => {
        const counts = countOpen(findings);
        for (const level of SEVERITIES) {
          const filter = { state: "open", severity: level } as const;
          expect(counts[level]).toBe(findings.filter((changes) => matches(filter, changes)).length);
        }
      }),
    );
  });
});

test("sorts overdue findings first, then open ones, and keeps the order otherwise", () => {
  const yesterday = addDays(TODAY, -1);
  const findings = [
    { state: "fixed", due_on: yesterday },
    { state: "open", due_on: null },
    { state: "in_progress", due_on: TODAY },
    { state: "withdrawn", due_on: null },
    { state: "disputed", due_on: yesterday },
    { state: "open", due_on: addDays(TODAY, -2) },
  ];
  expect(sortOpenFirst(findings, TODAY)).toEqual([4, 5, 1, 2, 0, 3].map((index) => findings[index]));
});

test("counts the findings that a list with a status shows", () => {
  const findings = [
    finding,
    { ...finding, state: "in_progress", due_on: null },
    { ...finding, state: "fixed" },
  ];
  const counts = STATE_FILTERS.map((state) => [state, countState(findings, state, TODAY)]);
  expect(counts.filter(([, count]) => count !== 0)).toEqual([
    ["open", 2],
    ["overdue", 1],
    ["in_progress", 1],
    ["fixed", 1],
  ]);
});
