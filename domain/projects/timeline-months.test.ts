import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import type { TimelineEvent } from "./project-timeline.ts";
import { groupTimelineByMonth } from "./timeline-months.ts";

const TODAY = calendarDate("2026-03-10");

const payment = (date: string, event: Partial<TimelineEvent> = {}): TimelineEvent => ({
  date: calendarDate(date),
  kind: "payment",
  title: `Payment of ${date}`,
  cents: cents(100),
  paymentStatus: "pending",
  invoice: { id: "a", name: "Invoice 7" },
  ...event,
});
const work = (date: string): TimelineEvent => ({
  date: calendarDate(date),
  kind: "milestone",
  title: `Work of ${date}`,
  cents: null,
});

/** The months with the titles of their entries. */
const describeMonths = (events: readonly TimelineEvent[]) =>
  groupTimelineByMonth(events, TODAY).map(({ month, entries }) => [
    month,
    ...entries.map((entry) =>
      entry.kind === "event" ? entry.event.title : entry.kind === "today" ? "Today" : entry.title,
    ),
  ]);

test("groups events by month, in order, and marks today between the past and the future", () => {
  expect(describeMonths([work("2026-04-02"), work("2026-01-05"), work("2026-01-02")])).toEqual([
    ["2026-01", "Work of 2026-01-02", "Work of 2026-01-05"],
    ["2026-03", "Today"],
    ["2026-04", "Work of 2026-04-02"],
  ]);
});

test("marks today before the events of today, and not without a past or a future", () => {
  expect(describeMonths([work("2026-03-01"), work("2026-03-10")])).toEqual([
    ["2026-03", "Work of 2026-03-01", "Today", "Work of 2026-03-10"],
  ]);
  expect(describeMonths([work("2026-03-01")])).toEqual([["2026-03", "Work of 2026-03-01"]]);
  expect(describeMonths([work("2026-03-10")])).toEqual([["2026-03", "Work of 2026-03-10"]]);
});

test("lists work before payments of the same day", () => {
  expect(describeMonths([payment("2026-02-01"), work("2026-02-01")])).toEqual([
    ["2026-02", "Work of 2026-02-01", "Payment of 2026-02-01"],
  ]);
});

test("merges the upcoming payments of an invoice, on the day of the first one", () => {
  const [first, second] = [payment("2026-04-01"), payment("2026-06-01")];
  expect(groupTimelineByMonth([second, work("2026-05-01"), first], TODAY)).toEqual([
    {
      month: "2026-04",
      entries: [
        {
          kind: "payments",
          invoiceId: "a",
          date: "2026-04-01",
          lastDate: "2026-06-01",
          title: "Invoice 7: 2 upcoming payments",
          cents: 200,
          payments: [first, second],
        },
      ],
    },
    { month: "2026-05", entries: [{ kind: "event", date: "2026-05-01", event: work("2026-05-01") }] },
  ]);
});

test("does not merge payments that are paid, late, due today or of different invoices", () => {
  const events = [
    payment("2026-03-01"),
    payment("2026-03-10"),
    payment("2026-04-01"),
    payment("2026-04-02", { paymentStatus: "paid" }),
    payment("2026-04-03", { invoice: { id: "b", name: "Invoice 8" } }),
  ];
  expect(describeMonths(events)).toEqual([
    ["2026-03", "Payment of 2026-03-01", "Today", "Payment of 2026-03-10"],
    ["2026-04", "Payment of 2026-04-01", "Payment of 2026-04-02", "Payment of 2026-04-03"],
  ]);
});

test("the amount of merged payments is unknown if one amount is unknown", () => {
  const [month] = groupTimelineByMonth(
    [payment("2026-04-01"), payment("2026-04-02", { cents: null })],
    TODAY,
  );
  expect(month?.entries).toMatchObject([{ kind: "payments", cents: null }]);
});
