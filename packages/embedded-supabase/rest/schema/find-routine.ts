import { invalidQuery, RestError } from "../errors.ts";
import type { DatabaseSchema, Routine } from "./schema.ts";

/**
 * Finds the function that accepts exactly these argument names: all required parameters and no unknown ones.
 * @see https://docs.postgrest.org/en/stable/references/api/functions.html#overloaded-functions
 * @throws {RestError} PGRST202 if there is none, PGRST203 if there are several, PGRST100 if it is not supported
 */
export function findRoutine(schema: DatabaseSchema, name: string, argumentNames: readonly string[]): Routine {
  const matches = (schema.routines.get(name) ?? []).filter((routine) => accepts(routine, argumentNames));
  const [routine] = matches;
  if (!routine) {
    const unsupported = schema.unsupportedRoutines.get(name);
    if (unsupported !== undefined) {
      throw invalidQuery(`function "public.${name}"`, unsupported);
    }
    throw unknownRoutine(name, argumentNames);
  }
  if (matches.length > 1) {
    throw ambiguousRoutine(matches);
  }
  return routine;
}

/**
 * Finds the functions with a name, regardless of their parameters.
 * @throws {RestError} PGRST202 if there is none
 */
export function findRoutinesByName(schema: DatabaseSchema, name: string): readonly Routine[] {
  const routines = schema.routines.get(name);
  if (!routines) {
    throw unknownRoutine(name, []);
  }
  return routines;
}

function accepts({ parameters }: Routine, argumentNames: readonly string[]): boolean {
  return (
    argumentNames.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => !parameter.required || argumentNames.includes(parameter.name))
  );
}

function unknownRoutine(name: string, argumentNames: readonly string[]): RestError {
  const argumentList = [...argumentNames].sort().join(", ");
  const noun = argumentNames.length > 1 ? "parameters" : "parameter";
  const searchDescription =
    argumentNames.length === 0 ? "without parameters" : `with ${noun} ${argumentList}`;
  return new RestError(404, {
    code: "PGRST202",
    message: `Could not find the function public.${name}${argumentNames.length === 0 ? " without parameters" : `(${argumentList})`} in the schema cache`,
    details: `Searched for the function public.${name} ${searchDescription}, but no matches were found in the schema cache.`,
  });
}

function ambiguousRoutine(routines: readonly Routine[]): RestError {
  const candidates = routines.map(
    ({ name, parameters }) =>
      `public.${name}(${parameters.map((parameter) => `${parameter.name} => ${parameter.type}`).join(", ")})`,
  );
  return new RestError(300, {
    code: "PGRST203",
    message: `Could not choose the best candidate function between: ${candidates.join(", ")}`,
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  });
}
