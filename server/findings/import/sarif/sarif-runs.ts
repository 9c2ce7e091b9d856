import * as z from "zod/mini";
import { ImportError } from "#server/findings/import/import-error.ts";
import type { JsonPath } from "#server/findings/import/streams/read-json-values.ts";
import { cleanName } from "#server/findings/import/text/clean-name.ts";
import { cleanLine } from "#server/findings/import/text/clean-text.ts";
import { shortenLine } from "#server/findings/import/text/shorten.ts";
import {
  type DescriptorReference,
  GlobalMessageStrings,
  MAX_DEFINITIONS,
  MAX_RULE_ID_LENGTH,
  Rule,
  type SarifResult,
  TaxonomyComponent,
  ToolExtension,
} from "./sarif-schema.ts";
import { cleanUri } from "./sarif-uri.ts";

/** The parts of a run that its results refer to. */
export type SarifRun = {
  toolName: string;
  toolVersion: string;
  /** By index. Invalid rules are missing. */
  rules: Map<number, Rule>;
  rulesById: Map<string, Rule>;
  messageStrings: Map<string, string>;
  extensions: Map<number, SarifExtension>;
  taxonomies: Map<number, TaxonomyComponent>;
  /** The clean addresses of artifacts, for locations that contain only an index. */
  artifactUris: Map<number, string>;
};

type SarifExtension = { extension: ToolExtension; rulesById: Map<string, Rule> };

/** GitHub has the same limit for extensions. */
const MAX_COMPONENTS = 100;
/** GitHub has the same limit for rules. */
const MAX_RULES = 25_000;
const MAX_RUNS = 100;

/** Where the parts of the runs are that results refer to. */
export const RUN_PATHS = [
  "$.version",
  "$.runs.*.tool.driver.name",
  "$.runs.*.tool.driver.version",
  "$.runs.*.tool.driver.semanticVersion",
  "$.runs.*.tool.driver.globalMessageStrings",
  "$.runs.*.tool.driver.rules.*",
  "$.runs.*.tool.extensions.*",
  "$.runs.*.taxonomies.*",
  "$.runs.*.artifacts.*.location.uri",
];

/** Collects the values at `RUN_PATHS`. */
export class SarifRuns {
  readonly runs = new Map<number, SarifRun>();
  #version: unknown;
  #definitions = 0;

  /** @throws {ImportError} if the file has too many runs, rules or taxonomy entries. */
  add(path: JsonPath, value: unknown): void {
    const [, runIndex] = path;
    if (typeof runIndex !== "number") {
      this.#version = value;
      return;
    }
    const run = this.runs.get(runIndex) ?? createRun();
    this.runs.set(runIndex, run);
    this.#definitions += countDefinitions(value);
    if (this.runs.size > MAX_RUNS || this.#definitions > MAX_DEFINITIONS) {
      throw new ImportError(
        "The file has more than 100 runs, or more than 100,000 rules and taxonomy entries.",
      );
    }
    addRunPart(run, path, value);
  }

  /** To be called at the end of the file. @throws {ImportError} if the file is not SARIF 2.1.0. */
  check(): void {
    if (this.#version !== "2.1.0") {
      throw new ImportError(
        typeof this.#version === "string"
          ? `SARIF version ${shortenLine(cleanLine(this.#version), 20)} is not supported. Use version 2.1.0.`
          : "This is not a SARIF file.",
      );
    }
    if (this.runs.size === 0) {
      throw new ImportError("The SARIF file has no runs.");
    }
  }
}

export function formatTools(runs: Iterable<SarifRun>): string {
  const tools = [...runs].map(({ toolName, toolVersion }) => `${toolName} ${toolVersion}`.trim());
  return shortenLine([...new Set(tools)].filter((tool) => tool !== "").join(", "), 100);
}

/** The index has priority over the id. An id can have a suffix, such as `CA1000/1` for the rule `CA1000`. */
export function findRule(run: SarifRun, result: SarifResult): Rule | null {
  const extension = findExtension(run, result.rule);
  const index = result.rule?.index ?? result.ruleIndex;
  const id = result.rule?.id ?? result.ruleId;
  if (index !== undefined && index !== null && index >= 0) {
    const rule = extension ? extension.extension.rules?.[index] : run.rules.get(index);
    if (rule) {
      return rule;
    }
  }
  return id ? findRuleById(run, extension, id) : null;
}

/** The template of a message that has only an id. */
export function findMessageString(run: SarifRun, rule: Rule | null, id: string): string | null {
  return rule?.messageStrings?.[id]?.text ?? run.messageStrings.get(id) ?? null;
}

export function createRun(): SarifRun {
  return {
    toolName: "",
    toolVersion: "",
    rules: new Map(),
    rulesById: new Map(),
    messageStrings: new Map(),
    extensions: new Map(),
    taxonomies: new Map(),
    artifactUris: new Map(),
  };
}

const Definitions = z.object({ rules: z.optional(z.unknown()), taxa: z.optional(z.unknown()) });

/** Counts the rules of an extension or the entries of a taxonomy before they are parsed. */
function countDefinitions(value: unknown): number {
  return Object.values(Definitions.safeParse(value).data ?? {})
    .map((list) => (Array.isArray(list) ? list.length : 0))
    .reduce((sum, length) => sum + length, 0);
}

function addRunPart(run: SarifRun, path: JsonPath, value: unknown): void {
  const [, , area, name] = path;
  if (area === "tool" && name === "driver") {
    addDriverPart(run, path, value);
    return;
  }
  const [part, index] = area === "tool" ? path.slice(3) : path.slice(2);
  if (typeof index !== "number") {
    return;
  }
  if (part !== "artifacts" && index >= MAX_COMPONENTS) {
    throw new ImportError(`A run has more than ${MAX_COMPONENTS} extensions or taxonomies.`);
  }
  if (part === "artifacts" && typeof value === "string") {
    run.artifactUris.set(index, cleanUri(value));
  }
  const extension = part === "extensions" ? ToolExtension.safeParse(value).data : undefined;
  const taxonomy = part === "taxonomies" ? TaxonomyComponent.safeParse(value).data : undefined;
  if (extension) {
    const rules = extension.rules?.filter((rule) => !!rule) ?? [];
    run.extensions.set(index, { extension, rulesById: new Map(rules.map((rule) => [rule.id, rule])) });
  }
  if (taxonomy) {
    run.taxonomies.set(index, taxonomy);
  }
}

function addDriverPart(run: SarifRun, path: JsonPath, value: unknown): void {
  const [, , , , property, index] = path;
  if (property === "name" && typeof value === "string") {
    run.toolName = cleanName(value);
  } else if ((property === "version" || property === "semanticVersion") && typeof value === "string") {
    run.toolVersion ||= cleanName(value);
  } else if (property === "globalMessageStrings") {
    for (const [id, message] of Object.entries(GlobalMessageStrings.parse(value) ?? {})) {
      run.messageStrings.set(id, message?.text ?? "");
    }
  } else if (property === "rules" && typeof index === "number") {
    if (index >= MAX_RULES) {
      throw new ImportError("A run has more than 25,000 rules.");
    }
    const rule = Rule.safeParse(value).data;
    if (rule) {
      run.rules.set(index, rule);
      run.rulesById.set(rule.id, rule);
    }
  }
}

function findExtension(
  run: SarifRun,
  reference: DescriptorReference | null | undefined,
): SarifExtension | null {
  const component = reference?.toolComponent;
  if (!component) {
    return null;
  }
  const byIndex = run.extensions.get(component.index ?? -1);
  return (
    byIndex ??
    [...run.extensions.values()].find(
      ({ extension: { guid, name } }) =>
        (component.guid && guid === component.guid) || (component.name && name === component.name),
    ) ??
    null
  );
}

function findRuleById(run: SarifRun, extension: SarifExtension | null, id: string): Rule | null {
  for (let end = Math.min(id.length, MAX_RULE_ID_LENGTH); end > 0; end = id.lastIndexOf("/", end - 1)) {
    const prefix = id.slice(0, end);
    const rule = extension?.rulesById.get(prefix) ?? run.rulesById.get(prefix);
    if (rule) {
      return rule;
    }
  }
  return null;
}
