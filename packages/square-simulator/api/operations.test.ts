import { expect, test } from "vitest";
import { SquareSchemas } from "../test-support/square-schemas.ts";
import type { OperationId } from "./operations.ts";
import { OPERATIONS, operationOf } from "./operations.ts";

test("paths, methods and scopes are the published ones", () => {
  const published = new SquareSchemas().operations;
  for (const name of Object.keys(OPERATIONS)) {
    const own = operationOf(name as OperationId);
    const theirs = published.find(({ operationId }) => operationId === name);
    expect([own.method, own.path], name).toEqual([theirs?.method, theirs?.path.replace(/\{\w+\}/, ":id")]);
    const [requirement] = [theirs?.security].flat();
    if (Array.isArray(own.access)) expect(requirement, name).toEqual({ oauth2: own.access });
    // Square describes the application's own calls without a scope.
    else expect(JSON.stringify(requirement ?? {}), name).not.toMatch(/READ|WRITE/);
  }
});
