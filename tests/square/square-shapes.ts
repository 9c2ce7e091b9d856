import { MOUNT_PATH } from "#square-simulator/index.ts";
import { SquareSchemas } from "#square-simulator/test-support/square-schemas.ts";

/** Holds what passes between Square and the product to Square's published description. */
export function shapeWatch() {
  const schemas = new SquareSchemas();
  const problems = new Set<string>();
  let looked = 0;
  const operationOf = (method: string, path: string) =>
    schemas.operations.find(
      (each) =>
        each.method === method.toLowerCase() &&
        new RegExp(`^${each.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
    )?.operationId;
  const note = (what: string, found: string[]) => {
    looked += 1;
    for (const problem of found) problems.add(`${what}: ${problem}`);
  };
  return {
    /** What was wrong, each once. */
    problems: () => [...problems],
    looked: () => looked,
    /** The same network, watched. Answers that are no JSON, or no success, are faults and not looked at. */
    watched:
      (send: typeof fetch): typeof fetch =>
      async (input, init) => {
        const response = await send(input, init);
        const path = new URL(String(input instanceof Request ? input.url : input)).pathname;
        const operation = operationOf(init?.method ?? "GET", path.slice(MOUNT_PATH.length)) ?? path;
        const text = response.ok ? await response.clone().text() : "";
        if (text.startsWith("{") && text.endsWith("}"))
          note(operation, schemas.problemsOfAnswer(operation, JSON.parse(text)));
        return response;
      },
    /** A notification as it was written; types that Square has not published are not looked at. */
    lookAtEvent(body: string) {
      const event: { type: string } = JSON.parse(body);
      if (schemas.events[event.type]) note(event.type, schemas.problemsOfEvent(event));
    },
  };
}
