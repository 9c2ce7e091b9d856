import { describe, expect, test } from "vitest";
import { calendarDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import { dollars } from "#domain/money/money.ts";
import type { ProjectStatus } from "#domain/projects/project.ts";
import {
  findDueMilestone,
  findNextMilestone,
  findNextPayments,
  findNextProjectEvent,
} from "./next-events.ts";

const TODAY = calendarDate("2026-03-10");

function buildInvoice(id: string, status: InvoiceStatus, due: string, more: object = {}) {
  return {
    id,
    status,
    square_status: null,
    amount: dollars(100),
    total_paid_amount: dollars(0),
    next_payment_amount: null,
    next_payment_due_date: null,
    payment_schedule: [],
    due_date: calendarDate(due),
    is_processing: false,
    ...more,
  };
}

const buildEntry = (due_date: string, amount: number, paid = 0) => ({
  request_type: "INSTALLMENT",
  due_date,
  computed_amount_money: { amount },
  total_completed_amount_money: { amount: paid },
});

describe("the next payments", () => {
  test("are the overdue amount of all invoices, and the payment due soonest", () => {
    const soon = buildInvoice("soon", "pending", "2026-03-11");
    const later = buildInvoice("later", "pending", "2026-04-01");
    const late = buildInvoice("late", "overdue", "2026-03-01");
    const older = buildInvoice("older", "overdue", "2026-02-27");
    expect(findNextPayments([later, soon, late, older], TODAY)).toEqual({
      overdue: { cents: 20_000, daysLate: 11, invoices: [late, older] },
      upcoming: { invoice: soon, cents: 10_000, dueDate: "2026-03-11" },
    });
    expect(findNextPayments([later, soon], TODAY).overdue).toBeNull();
    expect(findNextPayments([late], TODAY).upcoming).toBeNull();
  });
  test("separate the late installments of an invoice from the next one", () => {
    const invoice = buildInvoice("installments", "overdue", "2026-06-30", {
      next_payment_amount: dollars(75),
      next_payment_due_date: calendarDate("2026-02-01"),
      payment_schedule: [
        buildEntry("2026-02-01", 2_500),
        buildEntry("2026-03-01", 2_500),
        buildEntry("2026-04-01", 2_500),
        buildEntry("2026-06-30", 2_500),
      ],
    });
    expect(findNextPayments([invoice], TODAY)).toEqual({
      overdue: { cents: 5_000, daysLate: 37, invoices: [invoice] },
      upcoming: { invoice, cents: 2_500, dueDate: "2026-04-01" },
    });
  });
  test("exclude invoices that are paid, scheduled or processing", () => {
    expect(
      findNextPayments(
        [
          buildInvoice("paid", "paid", "2026-03-11"),
          buildInvoice("scheduled", "pending", "2026-03-11", { square_status: "SCHEDULED" }),
          buildInvoice("processing", "pending", "2026-03-11", { is_processing: true }),
        ],
        TODAY,
      ),
    ).toEqual({ overdue: null, upcoming: null });
  });
});

describe("the next milestone", () => {
  const build = (status: ProjectStatus, target: string | null) => ({
    status,
    target_completion_date: parseCalendarDate(target),
  });
  test("is the earliest target date of a running project, from today on", () => {
    const dueToday = build("in_progress", "2026-03-10");
    expect(findNextMilestone([build("open", "2026-03-11"), dueToday], TODAY)).toBe(dueToday);
    expect(findNextMilestone([build("in_progress", "2026-03-09")], TODAY)).toBeNull();
  });
  test("excludes projects without a date and projects that are not running", () => {
    const statuses = ["on_hold", "completed", "frozen", "cancelled"] as const;
    const stopped = statuses.map((status) => build(status, "2026-03-11"));
    expect(findNextMilestone([...stopped, build("in_progress", null)], TODAY)).toBeNull();
  });
});

describe("the next event of the projects", () => {
  const project = {
    id: "p",
    status: "in_progress" as const,
    target_completion_date: calendarDate("2026-04-01"),
  };
  const build = (due: string | null, doneAt: string | null = null, acceptedAt: string | null = null) => ({
    project_id: "p",
    due_on: parseCalendarDate(due),
    done_at: doneAt,
    accepted_at: acceptedAt,
  });
  const options = { today: TODAY, canAccept: true };
  test("is the earliest milestone, or the target date if it is earlier", () => {
    const [late, next, later] = [build("2026-03-09"), build("2026-03-20"), build("2026-03-30")];
    expect(findNextProjectEvent([project], [later, late, next], options)).toEqual({
      kind: "milestone",
      milestone: next,
      date: "2026-03-20",
    });
    expect(findNextProjectEvent([project], [build("2026-05-01"), build(null)], options)).toEqual({
      kind: "target",
      project,
      date: "2026-04-01",
    });
  });
  test("includes the next milestone of a project after its target date", () => {
    const [next, later] = [build("2026-05-01"), build("2026-06-01")];
    const done = build("2026-04-01", "2026-03-01");
    expect(findDueMilestone([project], [later, done, next], TODAY)).toEqual({
      milestone: next,
      date: "2026-05-01",
    });
    expect(findDueMilestone([{ ...project, status: "on_hold" }], [next], TODAY)).toBeNull();
  });
  test("is a milestone that is done, for users who can accept it", () => {
    const [done, next] = [build("2026-03-30", "2026-03-09"), build("2026-03-20")];
    const accepted = build("2026-03-01", "2026-03-01", "2026-03-02");
    expect(findNextProjectEvent([project], [accepted, next, done], options)).toEqual({
      kind: "acceptance",
      milestone: done,
    });
    expect(
      findNextProjectEvent([project], [accepted, next, done], { today: TODAY, canAccept: false })?.kind,
    ).toBe("milestone");
  });
  test("is a milestone that the client has not accepted, even in a completed project", () => {
    const done = build("2026-03-09", "2026-03-09");
    expect(findNextProjectEvent([{ ...project, status: "completed" }], [done], options)).toEqual({
      kind: "acceptance",
      milestone: done,
    });
  });
  test("excludes projects that are not running", () => {
    const stopped = { ...project, status: "on_hold" as const };
    expect(findNextProjectEvent([stopped], [build("2026-03-20")], options)).toBeNull();
  });
});
