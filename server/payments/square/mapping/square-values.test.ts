import fc from "fast-check";
import type { Square } from "square";
import { describe, expect, test } from "vitest";
import { isTimeZone } from "#domain/dates/calendar-date.ts";
import { anyCharacter } from "#tests/support/any-character.ts";
import { firstValidTimeZone, getIssuedDate, getPaidDate } from "./invoice-dates.ts";
import { mapPayer } from "./map-payer.ts";
import { mapPaymentSchedule } from "./payment-schedule.ts";
import { sanitizeJson, sanitizeText } from "./sanitize-text.ts";
import { ImportError, moneyToCents, toStoredMoney } from "./square-money.ts";

const usd = (amount: bigint): Square.Money => ({ amount, currency: "USD" });

describe("money", () => {
  test("is read in exact cents, up to the column limit", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), (amount) => {
        expect(moneyToCents(usd(amount))).toBe(Number(amount));
        expect(toStoredMoney(usd(amount))).toEqual({ amount: Number(amount), currency: "USD" });
      }),
    );
  });

  test.each<[string, Square.Money | null | undefined]>([
    ["no money", undefined],
    ["null", null],
    ["a currency only", { currency: "USD" }],
    ["a null amount", { amount: null, currency: "USD" }],
  ])("is unknown for %s", (_, money) => {
    expect(moneyToCents(money)).toBeNull();
    expect(toStoredMoney(money)).toBeUndefined();
  });

  test.each<[Square.Money, string]>([
    [{ amount: 100n, currency: "JPY" }, "Currency is JPY, not USD"],
    [{ amount: 0n, currency: "EUR" }, "Currency is EUR, not USD"],
    [{ amount: 100n }, "Currency is missing, not USD"],
    [usd(-1n), "Amount is negative"],
    [usd(1_000_000_000_000n), "Amount is too large"],
    [usd(2n ** 64n), "Amount is too large"],
  ])("rejects %o with a reason for the report", (money, reason) => {
    expect(() => moneyToCents(money)).toThrow(new ImportError(reason));
  });
});

describe("text from Square", () => {
  test("is trimmed and truncated, without characters that PostgreSQL rejects", () => {
    expect(sanitizeText("  Assess\0ment \uD800 ")).toBe("Assessment \uFFFD");
    expect(sanitizeText("x".repeat(2_000))).toHaveLength(1_000);
    expect(sanitizeText("x".repeat(20), 5)).toBe("xxxxx");
    expect([sanitizeText(null), sanitizeText(undefined), sanitizeText("\0")]).toEqual(["", "", ""]);
  });

  test("is well-formed and contains no NUL for any input, even if it is truncated in the middle of an emoji", () => {
    expect(sanitizeText("ab🎉", 3)).toBe("ab\uFFFD");
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(50), (text, length) => {
        const sanitized = sanitizeText(text, length);
        expect(sanitized.isWellFormed()).toBe(true);
        expect(sanitized).not.toContain("\0");
        expect(sanitized.length).toBeLessThanOrEqual(length);
      }),
    );
  });

  test("is also sanitized inside JSON, including its keys", () => {
    const hostileJson = { "a\0": ["b\0\uDC00", { c: "\0" }], count: 3, flag: true, none: null };
    expect(sanitizeJson(hostileJson)).toEqual({
      a: ["b\uFFFD", { c: "" }],
      count: 3,
      flag: true,
      none: null,
    });
  });

  test("cannot change the prototype of an object", () => {
    const sanitized = sanitizeJson(JSON.parse('{"__proto__":{"isAdmin":true}}'));
    expect(JSON.stringify(sanitized)).toBe('{"__proto__":{"isAdmin":true}}');
    expect({}).not.toHaveProperty("isAdmin");
  });
});

describe("time zones", () => {
  test.each(["America/New_York", "Europe/Berlin", "Asia/Kathmandu", "UTC"])("%s is supported", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each(["", "Mars/Olympus", "America", "EST; drop table"])("“%s” is not supported", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  test("use the first valid candidate, or UTC if there is none", () => {
    expect(firstValidTimeZone(["Mars/Olympus", null, "Asia/Tokyo", "UTC"])).toBe("Asia/Tokyo");
    expect(firstValidTimeZone([undefined, ""])).toBe("UTC");
  });
});

describe("dates", () => {
  test.each([
    ["2026-03-08T04:59:59Z", "America/New_York", "2026-03-07"],
    ["2026-03-08T05:00:00Z", "America/New_York", "2026-03-08"],
    // Daylight saving time begins on March 8, so midnight is one hour earlier in UTC from March 9.
    ["2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"],
    ["2026-03-09T04:00:00Z", "America/New_York", "2026-03-09"],
    ["2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"],
    ["2025-12-31T23:59:59Z", "Asia/Tokyo", "2026-01-01"],
    ["2026-01-01T00:00:00Z", "America/Los_Angeles", "2025-12-31"],
    ["2028-02-29T12:00:00Z", "UTC", "2028-02-29"],
  ])("the instant %s in %s falls on %s", (createdAt, timeZone, date) => {
    expect(getIssuedDate({ createdAt }, timeZone)).toEqual({ date, isEstimate: true });
  });

  test("an invalid instant has no date", () => {
    expect(getIssuedDate({ createdAt: "yesterday" }, "UTC")).toEqual({ date: null, isEstimate: true });
    expect(getPaidDate({}, undefined, "UTC")).toEqual({ date: null, isEstimate: true });
  });

  test("the paid date ignores payments without a time", () => {
    const tenders: Square.Tender[] = [
      { type: "CARD", createdAt: "not a time" },
      { type: "CARD" },
      { type: "CARD", createdAt: "2026-02-01T12:00:00Z" },
    ];
    const order: Square.Order = { locationId: "L1", tenders, closedAt: "2026-02-09T12:00:00Z" };
    expect(getPaidDate({}, order, "UTC")).toEqual({ date: "2026-02-01", isEstimate: false });
  });
});

describe("the payer", () => {
  test("uses the customer's current data first, and includes each email address once", () => {
    const customer: Square.Customer = {
      id: "C2",
      referenceId: " client-id ",
      emailAddress: "Ada@Client.example ",
      companyName: "Ada Health",
      givenName: "Ada",
    };
    const recipient = { customerId: "C1", emailAddress: "ada@client.example" };
    expect(mapPayer(customer, recipient)).toEqual({
      customerId: "C2",
      referenceId: "client-id",
      name: "Ada Health",
      emails: ["ada@client.example"],
    });
  });

  test("falls back to the invoice's snapshot, and is empty without either", () => {
    const recipient = {
      customerId: "C1",
      emailAddress: "old@client.example",
      givenName: "Ada",
      familyName: "M",
    };
    expect(mapPayer(undefined, recipient)).toEqual({
      customerId: "C1",
      referenceId: null,
      name: "Ada M",
      emails: ["old@client.example"],
    });
    expect(mapPayer(undefined)).toEqual({ customerId: null, referenceId: null, name: null, emails: [] });
    expect(mapPayer({ referenceId: "  ", emailAddress: " " }).emails).toEqual([]);
  });
});

describe("a payment schedule", () => {
  test("is stored in Square's JSON format, without unset fields", () => {
    const requests: Square.InvoicePaymentRequest[] = [
      {
        uid: "u1",
        requestType: "DEPOSIT",
        dueDate: "2026-01-10",
        percentageRequested: "33.33",
        tippingEnabled: false,
        automaticPaymentSource: "NONE",
        computedAmountMoney: usd(3_334n),
        totalCompletedAmountMoney: usd(0n),
      },
      { requestType: "BALANCE", dueDate: null },
    ];
    expect(mapPaymentSchedule(requests)).toEqual([
      {
        uid: "u1",
        request_type: "DEPOSIT",
        due_date: "2026-01-10",
        percentage_requested: "33.33",
        tipping_enabled: false,
        automatic_payment_source: "NONE",
        computed_amount_money: { amount: 3_334, currency: "USD" },
        total_completed_amount_money: { amount: 0, currency: "USD" },
      },
      { request_type: "BALANCE" },
    ]);
    expect(() => JSON.stringify(mapPaymentSchedule(requests))).not.toThrow();
  });

  test("is empty without requests, and treats a request without a type as the balance", () => {
    expect([mapPaymentSchedule(null), mapPaymentSchedule(undefined)]).toEqual([[], []]);
    expect(mapPaymentSchedule([{}])).toEqual([{ request_type: "BALANCE" }]);
  });

  test("rejects amounts in another currency", () => {
    const requests = [{ fixedAmountRequestedMoney: { amount: 100n, currency: "CAD" as const } }];
    expect(() => mapPaymentSchedule(requests)).toThrow("Currency is CAD, not USD");
  });
});

test.each([12.5, Number.NaN])("rejects the amount %s, which is not a whole number of cents", (amount) => {
  expect(() => moneyToCents({ amount, currency: "USD" })).toThrow("Amount is not a whole number of cents");
});
