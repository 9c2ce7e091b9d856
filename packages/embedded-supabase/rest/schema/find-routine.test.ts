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
test("optional arguments can be omitted, and arguments are matched by name in any order", () => {
  expect(find([add], "add", ["a", "b"])).toBe(add);
  expect(find([add], "add", ["scale", "b", "a"])).toBe(add);
});

test.each([
  [["a"]],
  [["a", "b", "unknown"]],
  [[]],
  [["A", "b"]],
])("a call with %j does not match", (names) => {
  expect(() => find([add], "add", names)).toThrow(restError(404, "PGRST202"));
});

// See https://docs.postgrest.org/en/stable/references/api/functions.html#overloaded-functions
test("the argument names select one of several functions with the same name", () => {
  const circleArea = createRoutine("area", { parameters: [parameter("radius")] });
  const rectangleArea = createRoutine("area", { parameters: [parameter("width"), parameter("height")] });
  expect(find([circleArea, rectangleArea], "area", ["radius"])).toBe(circleArea);
  expect(find([circleArea, rectangleArea], "area", ["height", "width"])).toBe(rectangleArea);
  expect(() => find([circleArea, rectangleArea], "area", ["radius", "height"])).toThrow(
    restError(404, "PGRST202"),
  );
});

test("functions that differ only in types are ambiguous, and the error lists them", () => {
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
])("the error names the arguments %j in alphabetical order", (names, call, details) => {
  expect(() => find([add], "nope", names)).toThrow(
    restError(404, "PGRST202", {
      message: `Could not find the function ${call} in the schema cache`,
      details: expect.stringContaining(details),
    }),
  );
});
