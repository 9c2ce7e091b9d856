import { expect, test } from "vitest";
import { FirmForm } from "#domain/firm-settings.ts";

const PAGE = "https://app.squareup.com/dashboard/invoices/{id}";
const filled = { manage_plan: "", subscription: PAGE, invoice: PAGE, recipients: "" };
const complaint = (change: object) => FirmForm.safeParse({ ...filled, ...change }).error?.issues[0]?.message;

test("an empty Manage link and no recipients stand for the product's own way", () => {
  expect(FirmForm.parse(filled)).toEqual({
    manage_plan: null,
    subscription: PAGE,
    invoice: PAGE,
    recipients: [],
  });
});

test("recipients stand one a line, at most five, each once", () => {
  expect(FirmForm.parse({ ...filled, recipients: "a@firm.example\n b@firm.example, " }).recipients).toEqual([
    "a@firm.example",
    "b@firm.example",
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@firm.example`).join("\n");
  expect(complaint({ recipients: many(5) })).toBeUndefined();
  expect(complaint({ recipients: many(6) })).toBe("At most 5 addresses");
  expect(complaint({ recipients: "a@firm.example\nA@firm.example" })).toBe("An address stands twice");
  expect(complaint({ recipients: "the office" })).toBe("Please enter e-mail addresses, one a line");
  expect(complaint({ recipients: "a@firm.example\r\nBcc: x@y.example" })).toBe(
    "Please enter e-mail addresses, one a line",
  );
});

test("a page at Square names the place of the id, and no link is a script", () => {
  for (const subscription of ["", "https://app.squareup.com/subscriptions"])
    expect(complaint({ subscription })).toBe("Please enter a link that holds {id}");
  expect(complaint({ manage_plan: "javascript:alert(1)" })).toBe("Please enter a whole link");
});
