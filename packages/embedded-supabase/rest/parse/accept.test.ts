import { expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { parseAccept } from "./accept.ts";

// See https://docs.postgrest.org/en/stable/references/api/resource_representation.html
test.each([
  [undefined, "array"],
  ["*/*", "array"],
  ["application/*", "array"],
  ["application/json", "array"],
  ["APPLICATION/JSON; charset=utf-8", "array"],
  ["application/vnd.pgrst.array+json", "array"],
  ["application/vnd.pgrst.object+json", "object"],
  ["application/vnd.pgrst.object", "object"],
  ["text/csv", "csv"],
  ["text/csv; header=present", "csv"],
])("Accept: %s selects %s", (header, type) => {
  expect(parseAccept(header)).toBe(type);
});

test("uses the first supported media type in a list", () => {
  expect(parseAccept("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")).toBe("array");
  expect(parseAccept("application/xml, text/csv, application/json")).toBe("csv");
});

test.each([
  "",
  "text/html",
  "application/geo+json",
  "application/vnd.pgrst.plan+json",
  "application/octet-stream",
  "application/json;nulls=stripped",
  "application/vnd.pgrst.object+json; nulls=stripped",
  "constructor",
  "__proto__",
])("rejects Accept: %j with 406", (header) => {
  expect(() => parseAccept(header)).toThrow(restError(406, "PGRST107"));
});

test("lists the requested media types in the error", () => {
  expect(() => parseAccept("text/html, image/png")).toThrow(
    "None of these media types are available: text/html, image/png",
  );
});
