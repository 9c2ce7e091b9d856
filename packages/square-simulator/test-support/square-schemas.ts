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

/** Square's published description with the newer names laid over it. */
function readDescription(): Json {
  const subset = JSON.parse(readFileSync(new URL("openapi-subset-2025-08-20.json", FOLDER), "utf8"));
  const overlay = JSON.parse(readFileSync(new URL("overlay-2026-09-16.merge-patch.json", FOLDER), "utf8"));
  return objectOf(mergePatch(subset, overlay));
}

/** JSON Merge Patch, RFC 7396. */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Json = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}

/** OpenAPI 3.0 says `nullable`, JSON Schema says "or null". */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls);
  if (!isObject(node)) return node;
  const { nullable, ...rest } = node;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, withNulls(value)]));
  return nullable === true ? { anyOf: [copy, { type: "null" }] } : copy;
}

export class SquareSchemas {
  readonly operations: PublishedOperation[];
  readonly events: Record<string, { schema: string; scopes: string[] | null }>;
  private readonly ajv: Ajv;

  constructor() {
    const description = readDescription();
    this.ajv = new Ajv({ strict: false, formats: { int32: true, int64: true, "date-time": true } });
    this.ajv.addSchema({ $id: "square", components: withNulls(description.components) });
    this.events = JSON.parse(JSON.stringify(description["x-webhook-events"]));
    this.operations = Object.entries(objectOf(description.paths)).flatMap(([path, methods]) =>
      Object.entries(objectOf(methods)).map(([method, operation]) =>
        publishedOperation(path, method, operation),
      ),
    );
  }

  /** What is wrong with an answer of an operation; an empty list when nothing is. */
  problemsOfAnswer(operationId: string, answer: unknown): string[] {
    const operation = this.operations.find((each) => each.operationId === operationId);
    return operation ? this.problems(operation.schema, answer) : [`unknown operation ${operationId}`];
  }

  /** What is wrong with the body of a notification. */
  problemsOfEvent(event: { type: string }): string[] {
    const published = this.events[event.type];
    return published ? this.problems(published.schema, event) : [`unknown event ${event.type}`];
  }

  private problems(schema: string, value: unknown): string[] {
    const validate: ValidateFunction | undefined = this.ajv.getSchema(`square#/components/schemas/${schema}`);
    if (!validate) return [`no schema ${schema}`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }
}

function publishedOperation(path: string, method: string, operation: unknown): PublishedOperation {
  const { operationId, security, responses } = objectOf(operation);
  const content = objectOf(objectOf(objectOf(responses)["200"]).content);
  const { $ref } = objectOf(objectOf(content["application/json"]).schema);
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

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}
