import type { Catalogue, Routine } from "./catalogue.ts";
import { RestError } from "./errors.ts";

/**
 * The one function of a name that takes arguments so named: every parameter without a default, and no other.
 * https://docs.postgrest.org/en/stable/references/api/functions.html#overloaded-functions
 * Throws PGRST202 when there is none, PGRST203 when there are several.
 */
export function findRoutine(catalogue: Catalogue, name: string, given: readonly string[]): Routine {
  const matches = (catalogue.routines.get(name) ?? []).filter((routine) => takes(routine, given));
  const [found] = matches;
  if (!found) throw unknownRoutine(name, given);
  if (matches.length > 1) throw ambiguousRoutine(matches);
  return found;
}

function takes({ parameters }: Routine, given: readonly string[]): boolean {
  return (
    given.every((name) => parameters.some((parameter) => parameter.name === name)) &&
    parameters.every((parameter) => !parameter.required || given.includes(parameter.name))
  );
}

function unknownRoutine(name: string, given: readonly string[]): RestError {
  const list = [...given].sort().join(", ");
  const plural = given.length > 1 ? "parameters" : "parameter";
  const searched = given.length === 0 ? "without parameters" : `with ${plural} ${list}`;
  return new RestError(404, {
    code: "PGRST202",
    message: `Could not find the function public.${name}${given.length === 0 ? " without parameters" : `(${list})`} in the schema cache`,
    details: `Searched for the function public.${name} ${searched}, but no matches were found in the schema cache.`,
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
