import { expect, test } from "vitest";
import { FirmForm } from "#domain/firm/firm-settings.ts";

const PAGE = "https://app.squareup.com/dashboard/invoices/{id}";
const filled = { manage_plan: "", subscription: PAGE, invoice: PAGE, recipients: "" };
const firstError = (change: object) => FirmForm.safeParse({ ...filled, ...change }).error?.issues[0]?.message;

test("uses the defaults for an empty Manage link and no recipients", () => {
  expect(FirmForm.parse(filled)).toEqual({
    manage_plan: null,
    subscription: PAGE,
    invoice: PAGE,
    recipients: [],
  });
});

test("accepts up to five distinct recipients, one per line", () => {
  expect(FirmForm.parse({ ...filled, recipients: "a@firm.example\n b@firm.example, " }).recipients).toEqual([
    "a@firm.example",
    "b@firm.example",
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@firm.example`).join("\n");
  expect(firstError({ recipients: many(5) })).toBeUndefined();
  expect(firstError({ recipients: many(6) })).toBe("Enter at most 5 addresses");
  expect(firstError({ recipients: "a@firm.example\nA@firm.example" })).toBe("Duplicate address");
  expect(firstError({ recipients: "the office" })).toBe("Enter email addresses, one per line");
  expect(firstError({ recipients: "a@firm.example\r\nBcc: x@y.example" })).toBe(
    "Enter email addresses, one per line",
  );
});

test("requires an id placeholder in Square links and rejects script URLs", () => {
  for (const subscription of ["", "https://app.squareup.com/subscriptions"]) {
    expect(firstError({ subscription })).toBe("Enter a URL that contains {id}");
  }
  expect(firstError({ manage_plan: "javascript:alert(1)" })).toBe("Enter a full URL");
});
