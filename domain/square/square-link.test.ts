import { expect, test } from "vitest";
import { buildSquareUrl } from "#domain/square/square-link.ts";

test("inserts the URL-encoded id", () => {
  expect(buildSquareUrl("https://app.squareup.com/dashboard/invoices/{id}", "inv:0-a/b")).toBe(
    "https://app.squareup.com/dashboard/invoices/inv%3A0-a%2Fb",
  );
});

test("returns a template without a placeholder unchanged", () => {
  expect(buildSquareUrl("https://firm.example/plans", null)).toBe("https://firm.example/plans");
});

test("returns null without a template or a required id", () => {
  expect(buildSquareUrl(null, "one")).toBeNull();
  expect(buildSquareUrl(undefined, "one")).toBeNull();
  expect(buildSquareUrl("https://app.squareup.com/{id}", null)).toBeNull();
});

test.each([
  ["https://squareup.com/{id}/{id}", "a", "https://squareup.com/a/a"],
  ["https://squareup.com/{id}", "../x?y#z", "https://squareup.com/..%2Fx%3Fy%23z"],
  ["https://squareup.com/{ID}", "a", "https://squareup.com/{ID}"],
  ["https://squareup.com/{id}", "{id}", "https://squareup.com/%7Bid%7D"],
  ["https://squareup.com/{id}", "$&", "https://squareup.com/%24%26"],
  ["https://squareup.com/{id}", "", null],
  ["", "a", null],
])("builds the URL of %j and %j", (template, id, expected) => {
  expect(buildSquareUrl(template, id)).toBe(expected);
});
