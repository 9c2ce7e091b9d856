import { notUnderstood, RestError } from "./errors.ts";

/** The `Prefer` header: https://docs.postgrest.org/en/stable/references/api/preferences.html */
export type Preferences = {
  returns: "representation" | "minimal" | null;
  countsAll: boolean;
  resolution: "merge-duplicates" | "ignore-duplicates" | null;
  missingAsDefault: boolean;
  /** A write of more rows is undone. */
  maxAffected: number | null;
  /** What was honoured, for `Preference-Applied`. */
  applied: string[];
};

const known: Record<string, readonly string[]> = {
  return: ["representation", "minimal"],
  count: ["exact"],
  resolution: ["merge-duplicates", "ignore-duplicates"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  tx: ["commit"],
};

// Ignoring these would give another answer than the caller believes to have.
const refused = /^(count=(planned|estimated)|tx=rollback|timezone=|return=headers-only)/;

export function parsePreferences(header: string | undefined): Preferences {
  const wishes = (header ?? "")
    .split(",")
    .map((wish) => wish.trim())
    .filter((wish) => wish !== "");
  const given = new Map<string, string>();
  const unknown: string[] = [];
  for (const wish of wishes) {
    const [name = "", value = ""] = wish.split("=", 2);
    if (refused.test(wish)) throw notUnderstood(`preference ${name}`, `${wish} is not supported`);
    const isKnown = known[name]?.includes(value) ?? (name === "max-affected" && /^\d{1,9}$/.test(value));
    if (!isKnown) unknown.push(wish);
    else if (!given.has(name)) given.set(name, value);
  }
  const strict = given.get("handling") === "strict";
  if (strict && unknown.length > 0) throw invalidPreferences(unknown);
  const maxAffected = given.get("max-affected");
  return {
    returns: oneOf(given.get("return"), ["representation", "minimal"]),
    countsAll: given.get("count") === "exact",
    resolution: oneOf(given.get("resolution"), ["merge-duplicates", "ignore-duplicates"]),
    missingAsDefault: given.get("missing") === "default",
    maxAffected: strict && maxAffected !== undefined ? Number(maxAffected) : null,
    applied: [...given].map(([name, value]) => `${name}=${value}`),
  };
}

function oneOf<Value extends string>(given: string | undefined, values: readonly Value[]): Value | null {
  return values.find((value) => value === given) ?? null;
}

function invalidPreferences(unknown: readonly string[]): RestError {
  return new RestError(400, {
    code: "PGRST122",
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${unknown.join(", ")}`,
  });
}

export type MediaType = "array" | "object" | "csv";

const mediaTypes: Record<string, MediaType> = {
  "*/*": "array",
  "application/*": "array",
  "application/json": "array",
  "application/vnd.pgrst.array+json": "array",
  "application/vnd.pgrst.object+json": "object",
  "application/vnd.pgrst.object": "object",
  "text/csv": "csv",
};

/** The first acceptable form of the answer. Throws PGRST107 (406) when none is. */
export function parseAccept(header: string | undefined): MediaType {
  const wanted = (header ?? "*/*").split(",").map((range) => range.trim().toLowerCase());
  for (const range of wanted) {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
    const type = mediaTypes[name];
    if (type && !parameters.some((parameter) => parameter.startsWith("nulls="))) return type;
  }
  throw new RestError(406, {
    code: "PGRST107",
    message: `None of these media types are available: ${wanted.join(", ")}`,
  });
}
