import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { dollars } from "#domain/money/money.ts";
import { type ActivitySources, GROUPED_LIMIT, listRecentActivity } from "./recent-activity.ts";

const EMPTY: ActivitySources = {
  invoices: [],
  payments: [],
  documents: [],
  messages: [],
  statusChanges: [],
  proposalEvents: [],
  milestones: [],
  findingEvents: [],
  meetings: [],
  projects: [],
};
const OPTIONS = { firm: "Wardline", timeZone: "UTC", now: new Date("2026-03-10T12:00:00Z") };
const INVOICE = { id: "i1", invoice_number: "0000181" };
const buildPayment = (id: string, at: string, kind: "payment" | "refund" = "payment") => ({
  id,
  kind,
  amount: dollars(100),
  created_at: instant(at),
  invoices: INVOICE,
});

test("lists events of all kinds, newest first", () => {
  const events = listRecentActivity(
    {
      ...EMPTY,
      invoices: [{ ...INVOICE, issued_date: calendarDate("2026-03-01"), is_scheduled: false }],
      payments: [
        buildPayment("p1", "2026-03-05T10:00:00Z"),
        buildPayment("r1", "2026-03-05T12:00:00Z", "refund"),
      ],
      documents: [{ id: "d1", name: "Report.pdf", version: 1, uploaded_at: instant("2026-03-04T10:00:00Z") }],
      statusChanges: [
        {
          id: 7,
          from_status: "open",
          to_status: "in_progress",
          changed_at: instant("2026-03-03T10:00:00Z"),
          project_id: "p1",
        },
      ],
      projects: [{ id: "p1", project_name: "Audit" }],
    },
    OPTIONS,
  );
  expect(events.map(({ date, title }) => `${date} ${title}`)).toEqual([
    "2026-03-05 Refund: $100.00 for invoice 0000181",
    "2026-03-05 Payment received: $100.00 for invoice 0000181",
    "2026-03-04 New document: Report.pdf",
    "2026-03-03 Audit: In Progress",
    "2026-03-01 New invoice 0000181",
  ]);
});

test("names a new project, and omits the number of an invoice without one", () => {
  const payment = buildPayment("p1", "2026-03-05T10:00:00Z");
  const events = listRecentActivity(
    {
      ...EMPTY,
      payments: [{ ...payment, invoices: { id: "i1", invoice_number: "" } }],
      statusChanges: [
        {
          ...{ id: 7, from_status: null, to_status: "open", project_id: "p1" },
          changed_at: instant("2026-03-03T10:00:00Z"),
        },
      ],
      projects: [{ id: "p1", project_name: "Audit" }],
    },
    OPTIONS,
  );
  expect(events.map(({ title }) => title)).toEqual(["Payment received: $100.00", "Project opened: Audit"]);
});

test("lists at most five events", () => {
  const payments = [1, 2, 3, 4, 5, 6].map((day) => buildPayment(`p${day}`, `2026-03-0${day}T10:00:00Z`));
  const dates = listRecentActivity({ ...EMPTY, payments }, OPTIONS).map(({ date }) => date);
  expect(dates).toEqual(["2026-03-06", "2026-03-05", "2026-03-04", "2026-03-03", "2026-03-02"]);
});

test("omits invoices that have not been sent", () => {
  const invoices = [
    { ...INVOICE, issued_date: null, is_scheduled: false },
    { ...INVOICE, issued_date: calendarDate("2026-03-01"), is_scheduled: true },
  ];
  expect(listRecentActivity({ ...EMPTY, invoices }, OPTIONS)).toEqual([]);
});

test("combines the messages of a day in the reader's time zone", () => {
  const messages = ["2026-03-05T12:00:00Z", "2026-03-05T02:00:00Z", "2026-03-04T20:00:00Z"].map(
    (at, index) => ({
      id: `m${index}`,
      created_at: instant(at),
    }),
  );
  const titles = (timeZone: string) =>
    listRecentActivity({ ...EMPTY, messages }, { ...OPTIONS, timeZone }).map(({ title }) => title);
  expect(titles("UTC")).toEqual(["2 messages from Wardline", "Message from Wardline"]);
  expect(titles("America/New_York")).toEqual(["Message from Wardline", "2 messages from Wardline"]);
});

test("names a new version of a document", () => {
  const documents = [{ id: "d", name: "Plan.pdf", version: 2, uploaded_at: instant("2026-03-05T12:00:00Z") }];
  expect(listRecentActivity({ ...EMPTY, documents }, OPTIONS)[0]?.title).toBe("New version of Plan.pdf");
});

test("lists proposals that were sent, accepted and declined, and accepted milestones", () => {
  const proposal = { proposal_id: "r1", proposals: { title: "Red team exercise" } };
  const events = listRecentActivity(
    {
      ...EMPTY,
      proposalEvents: [
        { id: 5, action: "viewed", version: 2, at: instant("2026-03-05T10:00:00Z"), ...proposal },
        { id: 4, action: "accepted", version: 2, at: instant("2026-03-04T10:00:00Z"), ...proposal },
        { id: 3, action: "sent", version: 2, at: instant("2026-03-03T10:00:00Z"), ...proposal },
        { id: 2, action: "declined", version: 1, at: instant("2026-03-02T10:00:00Z"), ...proposal },
        { id: 1, action: "sent", version: 1, at: instant("2026-03-01T10:00:00Z"), ...proposal },
      ],
      milestones: [
        {
          id: "m1",
          project_id: "j1",
          title: "Report delivered",
          accepted_at: instant("2026-03-06T10:00:00Z"),
        },
        { id: "m2", project_id: "j1", title: "Retest", accepted_at: null },
      ],
    },
    OPTIONS,
  );
  expect(events.map(({ recordId, title }) => `${recordId} ${title}`)).toEqual([
    "j1 Milestone accepted: Report delivered",
    "r1 Proposal accepted: Red team exercise",
    "r1 New version of proposal: Red team exercise",
    "r1 Proposal declined: Red team exercise",
    "r1 New proposal: Red team exercise",
  ]);
});

const buildFindingEvent = (id: number, action: string, at: string, to_value: string | null = null) => ({
  ...{ id, finding_id: `f${id}`, action, to_value, at: instant(at) },
  findings: { title: `Finding ${id}` },
});

test("counts several retests of a finding on one day once, and shows the latest result", () => {
  const first = buildFindingEvent(1, "retested", "2026-03-07T09:00:00Z", "not_fixed");
  const second = { ...first, id: 2, to_value: "fixed", at: instant("2026-03-07T11:00:00Z") };
  const other = buildFindingEvent(3, "retested", "2026-03-07T08:00:00Z", "fixed");
  const list = (...findingEvents: (typeof first)[]) =>
    listRecentActivity({ ...EMPTY, findingEvents }, OPTIONS).map(({ recordId, title }) => [recordId, title]);
  expect(list(second, first)).toEqual([["f1", "Retest result of Finding 1: Fixed"]]);
  expect(list(second, first, other)).toEqual([[null, "Retest results of 2 findings"]]);
});

test.each([
  [GROUPED_LIMIT - 1, ["48 new findings", "New finding: Finding 0"]],
  [GROUPED_LIMIT, ["49 new findings", "New finding: Finding 0"]],
])("of %d findings, counts those of a day that loaded completely", (count, titles) => {
  const findingEvents = Array.from({ length: count }, (_, index) =>
    buildFindingEvent(index, "published", index === 0 ? "2026-03-06T10:00:00Z" : "2026-03-07T10:00:00Z"),
  ).toReversed();
  expect(listRecentActivity({ ...EMPTY, findingEvents }, OPTIONS).map(({ title }) => title)).toEqual(titles);
});

test.each([
  [GROUPED_LIMIT - 1, "49 new findings", "Retest results of 49 findings", "49 messages from Wardline"],
  [GROUPED_LIMIT, "New findings", "Retest results", "Messages from Wardline"],
])("with %d events of a day, states no number if some may be missing", (count, ...expected) => {
  const at = "2026-03-07T10:00:00Z";
  const ids = Array.from({ length: count }, (_, id) => id);
  const messages = ids.map((id) => ({ id: `m${id}`, created_at: instant(at) }));
  const titles = [
    { ...EMPTY, findingEvents: ids.map((id) => buildFindingEvent(id, "published", at)) },
    { ...EMPTY, findingEvents: ids.map((id) => buildFindingEvent(id, "retested", at, "fixed")) },
    { ...EMPTY, messages },
  ].map((sources) => listRecentActivity(sources, OPTIONS)[0]?.title);
  expect(titles).toEqual(expected);
});

test("lists new findings and retest results, those of one day as one event", () => {
  const findingEvents = [
    buildFindingEvent(7, "assigned", "2026-03-09T10:00:00Z"),
    buildFindingEvent(6, "retested", "2026-03-08T10:00:00Z", "fixed"),
    buildFindingEvent(5, "retested", "2026-03-07T11:00:00Z", "fixed"),
    buildFindingEvent(4, "retested", "2026-03-07T10:00:00Z", "not_fixed"),
    buildFindingEvent(3, "published", "2026-03-07T09:00:00Z"),
    buildFindingEvent(2, "published", "2026-03-01T11:00:00Z"),
    buildFindingEvent(1, "published", "2026-03-01T10:00:00Z"),
  ];
  const events = listRecentActivity({ ...EMPTY, findingEvents }, OPTIONS);
  expect(events.map(({ kind, recordId, title }) => `${kind} ${recordId} ${title}`)).toEqual([
    "finding f6 Retest result of Finding 6: Fixed",
    "finding null Retest results of 2 findings",
    "finding f3 New finding: Finding 3",
    "finding null 2 new findings",
  ]);
});

test("lists confirmed meetings on the day of the confirmation", () => {
  const meeting = { id: "m1", service_type: "Kickoff", approved_at: instant("2026-03-05T10:00:00Z") };
  const scheduled_at = instant("2026-03-12T17:00:00Z");
  const meetings = [
    { ...meeting, scheduled_at },
    { ...meeting, id: "m2", scheduled_at: null },
    { ...meeting, id: "m3", scheduled_at, approved_at: null },
  ];
  expect(listRecentActivity({ ...EMPTY, meetings }, OPTIONS)).toEqual([
    {
      ...{ key: "meeting-m1", kind: "meeting", date: "2026-03-05", recordId: null },
      title: "Meeting confirmed: Kickoff, Thu, Mar 12, 5:00 PM UTC",
    },
  ]);
});
