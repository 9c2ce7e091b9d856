import { expect, test } from "vitest";
import { FirmForm } from "#domain/firm/firm-settings.ts";

const LINK_TEMPLATE = "https://app.squareup.com/dashboard/invoices/{id}";
const validForm = { manage_plan: "", subscription: LINK_TEMPLATE, invoice: LINK_TEMPLATE, recipients: "" };
const getFirstError = (change: object) =>
  FirmForm.safeParse({ ...validForm, ...change }).error?.issues[0]?.message;

test("uses the defaults for an empty Manage link and no recipients", () => {
  expect(FirmForm.parse(validForm)).toEqual({
    manage_plan: null,
    subscription: LINK_TEMPLATE,
    invoice: LINK_TEMPLATE,
    recipients: [],
  });
});

test("accepts up to five distinct recipients, one per line", () => {
  expect(
    FirmForm.parse({ ...validForm, recipients: "a@firm.example\n b@firm.example, " }).recipients,
  ).toEqual(["a@firm.example", "b@firm.example"]);
  const buildRecipients = (count: number) =>
    Array.from({ length: count }, (_, at) => `p${at}@firm.example`).join("\n");
  expect(getFirstError({ recipients: buildRecipients(5) })).toBeUndefined();
  expect(getFirstError({ recipients: buildRecipients(6) })).toBe("Enter at most 5 addresses");
  expect(getFirstError({ recipients: "a@firm.example\nA@firm.example" })).toBe("Duplicate address");
  expect(getFirstError({ recipients: "the office" })).toBe("Enter email addresses, one per line");
  expect(getFirstError({ recipients: "a@firm.example\r\nBcc: x@y.example" })).toBe(
    "Enter email addresses, one per line",
  );
});

test("requires an id placeholder in Square links and rejects script URLs", () => {
  for (const subscription of ["", "https://app.squareup.com/subscriptions"]) {
    expect(getFirstError({ subscription })).toBe("Enter a URL that contains {id}");
  }
  expect(getFirstError({ manage_plan: "javascript:alert(1)" })).toBe("Enter a full URL");
});
