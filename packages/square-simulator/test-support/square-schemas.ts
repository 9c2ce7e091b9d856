import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";

type Json = Record<string, unknown>;

const FOLDER = new URL("../square-openapi/", import.meta.url);

type PublishedOperation = {
  operationId: string;
  method: string;
  path: string;
  security: unknown;
  schema: string;
};

/** Reads Square's OpenAPI file and applies the overlay, which adds the names of a newer API version. */
function readSpecification(): Json {
  const subset = JSON.parse(readFileSync(new URL("openapi-subset-2025-08-20.json", FOLDER), "utf8"));
  const overlay = JSON.parse(readFileSync(new URL("overlay-2026-09-16.merge-patch.json", FOLDER), "utf8"));
  return toObject(mergePatch(subset, overlay));
}

/** JSON Merge Patch, RFC 7396. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) {
    return patch;
  }
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      delete result[name];
    } else {
      result[name] = mergePatch(result[name], value);
    }
  }
  return result;
}

/** Converts `nullable: true` of OpenAPI to a JSON Schema union with null. */
function convertNullable(node: unknown): unknown {
  if (Array.isArray(node)) {
    return node.map(convertNullable);
  }
  if (!isObject(node)) {
    return node;
  }
  const { nullable, ...rest } = node;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, convertNullable(value)]),
  );
  return nullable === true ? { anyOf: [copy, { type: "null" }] } : copy;
}

export class SquareSchemas {
  readonly operations: PublishedOperation[];
  readonly events: Record<string, { schema: string; scopes: string[] | null }>;
  private readonly ajv: Ajv;

  constructor() {
    const specification = readSpecification();
    this.ajv = new Ajv({ strict: false, formats: { int32: true, int64: true, "date-time": true } });
    this.ajv.addSchema({ $id: "square", components: convertNullable(specification.components) });
    this.events = JSON.parse(JSON.stringify(specification["x-webhook-events"]));
    this.operations = Object.entries(toObject(specification.paths)).flatMap(([path, methods]) =>
      Object.entries(toObject(methods)).map(([method, operation]) =>
        publishedOperation(path, method, operation),
      ),
    );
  }

  /** Validates an operation's response. Returns the problems, or an empty list. */
  validateResponse(operationId: string, body: unknown): string[] {
    const operation = this.operations.find((candidate) => candidate.operationId === operationId);
    return operation ? this.validate(operation.schema, body) : [`Unknown operation: ${operationId}`];
  }

  /** Validates a webhook event. Returns the problems, or an empty list. */
  validateEvent(event: { type: string }): string[] {
    const published = this.events[event.type];
    return published ? this.validate(published.schema, event) : [`Unknown event: ${event.type}`];
  }

  private validate(schema: string, value: unknown): string[] {
    const validate: ValidateFunction | undefined = this.ajv.getSchema(`square#/components/schemas/${schema}`);
    if (!validate) {
      return [`Unknown schema: ${schema}`];
    }
    if (validate(value)) {
      return [];
    }
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }
}

function publishedOperation(path: string, method: string, operation: unknown): PublishedOperation {
  const { operationId, security, responses } = toObject(operation);
  const content = toObject(toObject(toObject(responses)["200"]).content);
  const { $ref } = toObject(toObject(content["application/json"]).schema);
  return {
    operationId: String(operationId),
    method,
    path,
    security,
    schema: String($ref).split("/").at(-1) ?? "",
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toObject(value: unknown): Json {
  return isObject(value) ? value : {};
}
