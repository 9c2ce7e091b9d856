import { invalidQuery, RestError } from "../errors.ts";

/** The `Prefer` header: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = {
  returns: "representation" | "minimal" | null;
  includeTotal: boolean;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missingAsDefault: boolean;
  /** A write that affects more rows is rolled back. */
  maxAffected: number | null;
  /** The preferences that apply, for `Preference-Applied`. */
  applied: string[];
};

const SUPPORTED = new Map<string, readonly string[]>([
  ["return", ["representation", "minimal"]],
  ["count", ["exact"]],
  ["resolution", ["merge-duplicates", "ignore-duplicates"]],
  ["missing", ["default", "null"]],
  ["handling", ["strict", "lenient"]],
  ["tx", ["commit"]],
]);

// Such a preference is rejected, because the response would differ from the request without notice.
const UNSUPPORTED = /^(count=(planned|estimated)|tx=rollback|timezone=|return=headers-only)/;

export function parsePreferences(header: string | undefined): Preferences {
  const preferences = (header ?? "")
    .split(",")
    .map((preference) => preference.trim())
    .filter((preference) => preference !== "");
  const accepted = new Map<string, string>();
  const unknown: string[] = [];
  for (const preference of preferences) {
    const [name = "", value = ""] = preference.split("=", 2);
    if (UNSUPPORTED.test(preference)) {
      throw invalidQuery(`preference ${name}`, `${preference} is not supported`);
    }
    const isKnown =
      SUPPORTED.get(name)?.includes(value) ?? (name === "max-affected" && /^\d{1,9}$/.test(value));
    if (!isKnown) {
      unknown.push(preference);
    } else if (!accepted.has(name)) {
      accepted.set(name, value);
    }
  }
  const strict = accepted.get("handling") === "strict";
  if (strict && unknown.length > 0) {
    throw invalidPreferences(unknown);
  }
  const maxAffected = accepted.get("max-affected");
  return {
    returns: findOption(accepted.get("return"), ["representation", "minimal"]),
    includeTotal: accepted.get("count") === "exact",
    resolution: findOption(accepted.get("resolution"), ["merge-duplicates", "ignore-duplicates"]),
    missingAsDefault: accepted.get("missing") === "default",
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: [...accepted].map(([name, value]) => `${name}=${value}`),
  };
}

function findOption<Value extends string>(value: string | undefined, values: readonly Value[]): Value | null {
  return values.find((candidate) => candidate === value) ?? null;
}

function invalidPreferences(unknown: readonly string[]): RestError {
  return new RestError(400, {
    code: "PGRST122",
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${unknown.join(", ")}`,
  });
}
