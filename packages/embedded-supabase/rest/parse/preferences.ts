import { invalidQuery, RestError } from "../errors.ts";

/**
 * A parsed `Prefer` header.
 * @see https://docs.postgrest.org/en/stable/references/api/preferences.html
 */
export type Preferences = {
  returns: "representation" | "minimal" | null;
  includeTotal: boolean;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missingAsDefault: boolean;
  /** A write that affects more rows than this is rolled back. */
  maxAffected: number | null;
  /** The applied preferences, for the `Preference-Applied` header. */
  applied: string[];
};

const SUPPORTED_PREFERENCES = new Map<string, readonly string[]>([
  ["return", ["representation", "minimal"]],
  ["count", ["exact"]],
  ["resolution", ["merge-duplicates", "ignore-duplicates"]],
  ["missing", ["default", "null"]],
  ["handling", ["strict", "lenient"]],
  ["tx", ["commit"]],
]);

// These preferences are rejected, because ignoring them would silently change the response.
const UNSUPPORTED_PREFERENCE = /^(count=(planned|estimated)|tx=rollback|timezone=|return=headers-only)/;

export function parsePreferences(header: string | undefined): Preferences {
  const preferences = (header ?? "")
    .split(",")
    .map((preference) => preference.trim())
    .filter((preference) => preference !== "");
  const accepted = new Map<string, string>();
  const unknown: string[] = [];
  for (const preference of preferences) {
    const [name = "", value = ""] = preference.split("=", 2);
    if (UNSUPPORTED_PREFERENCE.test(preference)) {
      throw invalidQuery(`preference ${name}`, `${preference} is not supported`);
    }
    const isKnown =
      SUPPORTED_PREFERENCES.get(name)?.includes(value) ??
      (name === "max-affected" && /^\d{1,9}$/.test(value));
    if (!isKnown) {
      unknown.push(preference);
    } else if (!accepted.has(name)) {
      accepted.set(name, value);
    }
  }
  const isStrict = accepted.get("handling") === "strict";
  if (isStrict && unknown.length > 0) {
    throw invalidPreferences(unknown);
  }
  const maxAffected = accepted.get("max-affected");
  return {
    returns: findOption(accepted.get("return"), ["representation", "minimal"]),
    includeTotal: accepted.get("count") === "exact",
    resolution: findOption(accepted.get("resolution"), ["merge-duplicates", "ignore-duplicates"]),
    missingAsDefault: accepted.get("missing") === "default",
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : null,
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
