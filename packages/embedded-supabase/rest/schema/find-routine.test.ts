import { expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { createRoutine, createSchema } from "#src/test-support/schema-builders.ts";
import { findRoutine } from "./find-routine.ts";
import type { Routine } from "./schema.ts";

const parameter = (name: string, required = true, type = "integer") => ({ name, type, required });
const find = (routines: Routine[], name: string, argumentNames: string[]) =>
  findRoutine(createSchema([], routines), name, argumentNames);

const add = createRoutine("add", { parameters: [parameter("a"), parameter("b"), parameter("scale", false)] });

// See https://docs.postgrest.org/en/stable/references/api/functions.html
test("matches arguments by name in any order, and optional ones can be omitted", () => {
  expect(find([add], "add", ["a", "b"])).toBe(add);
  expect(find([add], "add", ["scale", "b", "a"])).toBe(add);
});

test.each([
  [["a"]],
  [["a", "b", "unknown"]],
  [[]],
  [["A", "b"]],
])("rejects a call with the arguments %j", (names) => {
  expect(() => find([add], "add", names)).toThrow(restError(404, "PGRST202"));
});

// See https://docs.postgrest.org/en/stable/references/api/functions.html#overloaded-functions
test("selects an overloaded function by its argument names", () => {
  const circleArea = createRoutine("area", { parameters: [parameter("radius")] });
  const rectangleArea = createRoutine("area", { parameters: [parameter("width"), parameter("height")] });
  expect(find([circleArea, rectangleArea], "area", ["radius"])).toBe(circleArea);
  expect(find([circleArea, rectangleArea], "area", ["height", "width"])).toBe(rectangleArea);
  expect(() => find([circleArea, rectangleArea], "area", ["radius", "height"])).toThrow(
    restError(404, "PGRST202"),
  );
});

test("rejects overloads that differ only in types and lists them", () => {
  const overloads = ["integer", "text"].map((type) =>
    createRoutine("which", { parameters: [parameter("a", true, type)] }),
  );
  expect(() => find(overloads, "which", ["a"])).toThrow(
    restError(300, "PGRST203", {
      message:
        "Could not choose the best candidate function between: public.which(a => integer), public.which(a => text)",
    }),
  );
});

test.each([
  [[], "public.nope without parameters", "without parameters"],
  [["a"], "public.nope(a)", "with parameter a"],
  [["b", "a"], "public.nope(a, b)", "with parameters a, b"],
])("lists the arguments %j in alphabetical order in the error", (names, call, details) => {
  expect(() => find([add], "nope", names)).toThrow(
    restError(404, "PGRST202", {
      message: `Could not find the function ${call} in the schema cache`,
      details: expect.stringContaining(details),
    }),
  );
});
