import { MOUNT_PATH } from "@wardline/square-simulator";
import { SquareSchemas } from "@wardline/square-simulator/test-support/square-schemas";

/** Validates requests, responses and webhooks against Square's published OpenAPI description. */
export function createSchemaWatch() {
  const schemas = new SquareSchemas();
  const problems = new Set<string>();
  let checkedCount = 0;
  const findOperation = (method: string, path: string) =>
    schemas.operations.find(
      (operation) =>
        operation.method === method.toLowerCase() &&
        new RegExp(`^${operation.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
    )?.operationId;
  const recordProblems = (subject: string, newProblems: string[]) => {
    checkedCount += 1;
    for (const problem of newProblems) {
      problems.add(`${subject}: ${problem}`);
    }
  };
  return {
    /** Schema violations, without duplicates. */
    problems: () => [...problems],
    checkedCount: () => checkedCount,
    /** Wraps `fetch` to validate responses. Skips error responses and non-JSON bodies, which are injected faults. */
    watch:
      (send: typeof fetch): typeof fetch =>
      async (input, init) => {
        const response = await send(input, init);
        const path = new URL(String(input instanceof Request ? input.url : input)).pathname;
        const operation = findOperation(init?.method ?? "GET", path.slice(MOUNT_PATH.length)) ?? path;
        const text = response.ok ? await response.clone().text() : "";
        if (text.startsWith("{") && text.endsWith("}")) {
          recordProblems(operation, schemas.validateResponse(operation, JSON.parse(text)));
        }
        return response;
      },
    /** Validates a webhook event. Skips types that Square does not document. */
    checkEvent(body: string) {
      const event: { type: string } = JSON.parse(body);
      if (schemas.events[event.type]) {
        recordProblems(event.type, schemas.validateEvent(event));
      }
    },
  };
}
