import { ProviderError } from "#server/payments/provider-error.ts";

export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns text, or undefined if the value is missing or has another type. */
export function toText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns a number, or undefined if the value is missing or has another type. */
export function toNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Returns a boolean, or undefined if the value is missing or has another type. */
export function toBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Parses a nested object. @throws {ProviderError} "unreadable-response" if the value is not an object */
export function toObject<Item>(value: unknown, parse: (json: JsonObject) => Item): Item | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!isJsonObject(value)) {
    throw new ProviderError("unreadable-response");
  }
  return parse(value);
}

/** Parses a list of objects. @throws {ProviderError} "unreadable-response" if the value is not such a list */
export function toObjects<Item>(value: unknown, parse: (json: JsonObject) => Item): Item[] | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!Array.isArray(value)) {
    throw new ProviderError("unreadable-response");
  }
  return value.map((item: unknown) => {
    if (!isJsonObject(item)) {
      throw new ProviderError("unreadable-response");
    }
    return parse(item);
  });
}

/** Returns the strings in a list, or undefined if the value is not a list. */
export function toTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}
