import { expect, test } from "vitest";
import { squareLink } from "#domain/square-link.ts";

test("the id takes its place, in a form an address can hold", () => {
  expect(squareLink("https://app.squareup.com/dashboard/invoices/{id}", "inv:0-a/b")).toBe(
    "https://app.squareup.com/dashboard/invoices/inv%3A0-a%2Fb",
  );
});

test("a template without a place for the id leads to one page", () => {
  expect(squareLink("https://firm.example/plans", null)).toBe("https://firm.example/plans");
});

test("no template, or no id for its place, is no link", () => {
  expect(squareLink(null, "one")).toBeNull();
  expect(squareLink(undefined, "one")).toBeNull();
  expect(squareLink("https://app.squareup.com/{id}", null)).toBeNull();
});
