import { expect, test } from "vitest";
import { findTimeZones } from "./find-time-zones.ts";

const find = (text: string) => findTimeZones(text, 8);

test.each([
  ["berl", "Europe/Berlin"],
  ["new york", "America/New_York"],
  ["São paulo", "America/Sao_Paulo"],
  ["sao paulo", "America/Sao_Paulo"],
  ["St. John's", "America/St_Johns"],
  ["america/denver", "America/Denver"],
  ["JAPAN", "Asia/Tokyo"],
  ["gmt+5:45", "Asia/Katmandu"],
])("finds %j", (text, zone) => {
  expect(find(text)[0]).toBe(zone);
});

test.each(["Kolkata", "Calcutta"])("finds the former and the current name of a city: %s", (text) => {
  expect(find(text)).toContain("Asia/Calcutta");
});

test("returns no time zones for an empty text or an unknown city", () => {
  expect(find("  ")).toEqual([]);
  expect(find("Olympus Mons")).toEqual([]);
});

test("limits the number of results", () => {
  expect(find("america")).toHaveLength(8);
});
