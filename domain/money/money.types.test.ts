import { describe, expectTypeOf, test } from "vitest";
import { addDays, type CalendarDate, calendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { type Instant, instant } from "#domain/dates/instant.ts";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import {
  type Cents,
  cents,
  type Dollars,
  dollars,
  formatDollars,
  formatThousands,
  sumCents,
  toCents,
  toDollars,
} from "#domain/money/money.ts";
import type { Tables, TablesInsert, TablesUpdate } from "#supabase/database.types.ts";

type Invoice = Tables<"invoices">;
type NewInvoice = TablesInsert<"invoices">;
type NewProject = TablesInsert<"projects">;

// The compiler checks these tests: `npm run check` fails if a line marked with @ts-expect-error compiles.

describe("amounts", () => {
  test("in dollars are not accepted where cents are expected", () => {
    const format = (invoice: Invoice) => [
      // @ts-expect-error invoice.amount is in dollars
      formatDollars(invoice.amount),
      // @ts-expect-error invoice.amount is in dollars
      formatThousands(invoice.amount),
      // @ts-expect-error invoice.amount is in dollars
      sumCents([invoice.amount]),
      // @ts-expect-error a plain number has no unit
      formatDollars(1200),
      formatDollars(toCents(invoice.amount)),
    ];
    expectTypeOf(format).toBeFunction();
    expectTypeOf<Dollars>().not.toExtend<Cents>();
    expectTypeOf<number>().not.toExtend<Cents>();
  });

  test("in cents are not accepted where dollars are expected", () => {
    expectTypeOf<Cents>().not.toExtend<Dollars>();
    expectTypeOf<Cents>().not.toExtend<Parameters<typeof toCents>[0]>();
    expectTypeOf(toCents).returns.toEqualTypeOf<Cents>();
    expectTypeOf(toDollars).returns.toEqualTypeOf<Dollars>();
  });

  test("lose their unit in plain arithmetic", () => {
    expectTypeOf(cents(1)).toEqualTypeOf<Cents>();
    expectTypeOf(cents(1) + cents(2)).toEqualTypeOf<number>();
    // @ts-expect-error dollars can be a string
    const add = (one: Dollars, other: Dollars) => one - other;
    expectTypeOf(add).toBeFunction();
  });

  test("are stored in dollars, so writes accept dollars and plain numbers but not cents", () => {
    expectTypeOf<Invoice["amount"]>().toEqualTypeOf<Dollars>();
    expectTypeOf(dollars(1)).toExtend<NewInvoice["amount"]>();
    expectTypeOf<number>().toExtend<NewInvoice["amount"]>();
    expectTypeOf<Cents>().not.toExtend<NewInvoice["amount"]>();
    expectTypeOf<Cents>().not.toExtend<TablesUpdate<"invoices">["amount"]>();
    expectTypeOf<string>().not.toExtend<NewInvoice["amount"]>();
  });
});

describe("dates and instants", () => {
  test("are not interchangeable", () => {
    const format = (invoice: Invoice, now: Date) => [
      // @ts-expect-error created_at is an instant, whose date depends on the time zone
      formatDate(invoice.created_at),
      // @ts-expect-error created_at is an instant
      addDays(invoice.created_at, 1),
      // @ts-expect-error issued_date is a date without a time
      formatRelativeTime(invoice.issued_date ?? calendarDate("2026-01-01"), now, "UTC"),
      formatDate(invoice.issued_date),
      formatRelativeTime(invoice.created_at, now, "UTC"),
    ];
    expectTypeOf(format).toBeFunction();
    expectTypeOf<Instant>().not.toExtend<CalendarDate>();
    expectTypeOf<CalendarDate>().not.toExtend<Instant>();
  });

  test("do not accept text that has not been parsed", () => {
    expectTypeOf<string>().not.toExtend<CalendarDate>();
    expectTypeOf<string>().not.toExtend<Instant>();
    expectTypeOf(calendarDate("2026-01-01")).toEqualTypeOf<CalendarDate>();
    expectTypeOf(instant("2026-01-01T00:00:00Z")).toEqualTypeOf<Instant>();
  });

  test("are branded in rows, while writes accept plain text", () => {
    expectTypeOf<Invoice["due_date"]>().toEqualTypeOf<CalendarDate | null>();
    expectTypeOf<Invoice["created_at"]>().toEqualTypeOf<Instant>();
    expectTypeOf<string>().toExtend<NewProject["start_date"]>();
    expectTypeOf<CalendarDate>().toExtend<NewProject["start_date"]>();
    expectTypeOf<Instant>().not.toExtend<NewProject["start_date"]>();
    expectTypeOf<CalendarDate>().not.toExtend<NewProject["created_at"]>();
  });
});
