import { expect, test } from "vitest";
import { SquareSchemas } from "../../test-support/square-schemas.ts";
import type { OperationId } from "./operations.ts";
import { getOperation, OPERATIONS } from "./operations.ts";

test("paths, methods and scopes match Square's OpenAPI file", () => {
  const published = new SquareSchemas().operations;
  for (const name of Object.keys(OPERATIONS)) {
    const operation = getOperation(name as OperationId);
    const publishedOperation = published.find(({ operationId }) => operationId === name);
    expect([operation.method, operation.path], name).toEqual([
      publishedOperation?.method,
      publishedOperation?.path.replace(/\{\w+\}/, ":id").replace(/\{(\w+)\}/, ":$1"),
    ]);
    const [requirement] = [publishedOperation?.security].flat();
    if (Array.isArray(operation.access)) {
      expect(requirement, name).toEqual({ oauth2: operation.access });
    }
    // In Square's file, operations of the application itself have no scope.
    else {
      expect(JSON.stringify(requirement ?? {}), name).not.toMatch(/READ|WRITE/);
    }
  }
});
