import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import { partlyProcessingNote, processingNote, refundedNote, scheduledNote } from "./invoice-notes.ts";

const processing = (amount: number) => ({
  status: "pending" as const,
  is_processing: true,
  processing_amount: dollars(amount),
});

test("the note about refunds shows their amount, and is null without refunds", () => {
  expect(refundedNote({ refunded_amount: dollars("20.5") })).toBe("$20.50 refunded");
  expect(refundedNote({ refunded_amount: dollars(0) })).toBeNull();
});

describe("the note about payments in progress", () => {
  test("shows the amount of one payment", () => {
    expect(processingNote([processing(300)])).toBe("A payment of $300.00 is processing.");
  });

  test("shows the sum of the payments of several invoices", () => {
    expect(processingNote([processing(300), processing(0.5)])).toBe("Payments of $300.50 are processing.");
  });

  test("omits the amount if it is unknown for any of the payments", () => {
    expect(processingNote([processing(0)])).toBe("A payment is processing.");
    expect(processingNote([processing(300), processing(0)])).toBe("Payments are processing.");
  });

  test("ignores invoices without a payment in progress and closed invoices", () => {
    expect(processingNote([{ ...processing(0), is_processing: false }])).toBeNull();
    expect(processingNote([{ ...processing(300), status: "paid" }])).toBeNull();
    expect(processingNote([])).toBeNull();
  });
});

test.each([
  ["is smaller than what is owed", 400, "A payment of $400.00 is processing."],
  ["covers what is owed", 700, null],
  ["is unknown", 0, null],
])("next to a badge, the amount that is processing is shown only if it is smaller than what is owed: it %s", (_case, amount, note) => {
  const invoice = {
    amount: dollars(1_000),
    total_paid_amount: dollars(300),
    square_status: "PARTIALLY_PAID",
  };
  expect(partlyProcessingNote({ ...invoice, ...processing(amount) })).toBe(note);
});

describe("the note about a scheduled invoice", () => {
  const scheduled = {
    is_scheduled: true,
    issued_date: calendarDate("2031-03-01"),
    issued_date_is_estimate: false,
  };

  test("shows the date on which Square sends it", () => {
    expect(scheduledNote(scheduled)).toBe("Will be sent Mar 1, 2031.");
  });

  test("omits a date that is unknown or estimated", () => {
    expect(scheduledNote({ ...scheduled, issued_date: null })).toBe("Will be sent later.");
    expect(scheduledNote({ ...scheduled, issued_date_is_estimate: true })).toBe("Will be sent later.");
  });

  test("is null for an invoice that has been sent", () => {
    expect(scheduledNote({ ...scheduled, is_scheduled: false })).toBeNull();
  });
});
