import * as z from "zod/mini";
import type { ImportedFinding, SkipReason } from "#domain/findings/import/imported-finding.ts";
import { compareSeverity, type Severity, SeverityName } from "#domain/findings/severity.ts";
import { ImportError } from "./import-error.ts";
import { pluginMappings, pluginTitle, pluginWeakness } from "./promptfoo/plugins.ts";
import { PromptfooResult } from "./promptfoo/promptfoo-schema.ts";
import { createSample } from "./promptfoo/promptfoo-texts.ts";
import { createFinding } from "./results/create-finding.ts";
import { fingerprint } from "./results/fingerprint.ts";
import type { GroupStore } from "./results/group-store.ts";
import { createResultCounter } from "./results/result-counter.ts";
import { createFindings, type ReadResults, ResultGroups } from "./results/result-groups.ts";
import { addSample, formatSamples, Samples } from "./results/samples.ts";
import type { OpenFile } from "./streams/open-file.ts";
import { readFirstLine, readJsonLines } from "./streams/read-json-lines.ts";
import { type JsonPath, readJsonValues } from "./streams/read-json-values.ts";
import { cleanName } from "./text/clean-name.ts";
import { cleanLine } from "./text/clean-text.ts";
import { formatCount, formatSuccesses } from "./text/format-numbers.ts";
import { inlineCode } from "./text/markdown.ts";
import { shortenLine } from "./text/shorten.ts";

const SUPPORTED_VERSIONS: readonly unknown[] = [2, 3];
const DEFAULT_SEVERITY: Severity = "medium";
const MAX_STRATEGIES = 10;
const NOT_PROMPTFOO = "This is not a results file of promptfoo.";

/** The failures of a plugin for a provider. */
const Group = z.object({
  pluginId: z.string(),
  provider: z.string(),
  severity: z.nullable(SeverityName),
  strategies: z.array(z.string()),
  samples: Samples,
  failures: z.number(),
  passed: z.number(),
});
type Group = z.infer<typeof Group>;

/**
 * Reads the results of promptfoo as JSON (versions 2 and 3) or JSON lines. Nothing marks the end of JSON lines, so a
 * file without its last lines is not detected.
 * @throws {ImportError}
 */
export async function readPromptfoo(open: OpenFile, store: GroupStore): Promise<ReadResults> {
  const groups = new PromptfooGroups(store);
  if (await hasJsonLines(open)) {
    for await (const { line, value } of readJsonLines(open())) {
      if (!isResult(value)) {
        throw new ImportError(`Line ${line} is not a result of promptfoo.`);
      }
      await groups.add(value, line);
    }
    return groups.finish("");
  }
  let resultsVersion: unknown;
  let toolVersion = "";
  const paths = ["$.results.version", "$.results.results.*", "$.metadata.promptfooVersion"];
  await readJsonValues(open(), paths, async (path, value) => {
    if (isPath(path, ["results", "version"])) {
      resultsVersion = value;
    } else if (isPath(path, ["metadata", "promptfooVersion"])) {
      toolVersion = typeof value === "string" ? value : "";
    } else {
      await groups.add(value);
    }
  });
  if (resultsVersion === undefined) {
    throw new ImportError(NOT_PROMPTFOO);
  }
  if (!SUPPORTED_VERSIONS.includes(resultsVersion)) {
    const version = shortenLine(cleanLine(String(resultsVersion)), 20);
    throw new ImportError(`Version ${version} of promptfoo's results is not supported. Use version 2 or 3.`);
  }
  return groups.finish(toolVersion);
}

class PromptfooGroups {
  readonly #groups: ResultGroups<Group>;
  readonly #counter = createResultCounter();

  constructor(store: GroupStore) {
    this.#groups = new ResultGroups(store, Group);
  }

  /** `line` is that of the result in JSON lines. */
  async add(value: unknown, line?: number): Promise<void> {
    this.#counter.checkRow();
    const result = PromptfooResult.safeParse(value).data;
    if (!result) {
      this.#counter.skip("invalid", line);
      return;
    }
    const pluginId = cleanName(findMetadata(result, "pluginId") ?? "");
    const reason = pluginId === "" ? "not-security" : skipReason(result);
    if (reason === null) {
      this.#counter.add(1);
      await this.#addToGroup(pluginId, result, (group) => addFailure(group, result));
      return;
    }
    this.#counter.skip(reason, line);
    if (reason === "passed") {
      await this.#addToGroup(pluginId, result, (group) => {
        group.passed += 1;
      });
    }
  }

  finish(version: string): ReadResults {
    return {
      tool: shortenLine(cleanLine(`promptfoo ${version}`), 100),
      columns: null,
      findings: createFindings(this.#groups.list(), (group) =>
        group.failures > 0 ? createGroupFinding(group) : null,
      ),
      totals: this.#counter.totals,
    };
  }

  #addToGroup(pluginId: string, result: PromptfooResult, add: (group: Group) => void): Promise<void> {
    const provider = providerName(result);
    return this.#groups.add(
      fingerprint("promptfoo", [pluginId], provider),
      () => ({ pluginId, provider, severity: null, strategies: [], samples: [], failures: 0, passed: 0 }),
      add,
    );
  }
}

function addFailure(group: Group, result: PromptfooResult): void {
  group.failures += 1;
  group.severity = highestSeverity(group.severity, findSeverity(result));
  const strategy = shortenLine(cleanName(findMetadata(result, "strategyId") ?? ""), 50);
  if (strategy !== "" && group.strategies.length < MAX_STRATEGIES && !group.strategies.includes(strategy)) {
    group.strategies.push(strategy);
  }
  addSample(group.samples, () => createSample(result));
}

/** Null if the attack succeeded. `success` of promptfoo means that the system withstood it. */
function skipReason({ success, failureReason, gradingResult }: PromptfooResult): SkipReason | null {
  if (failureReason === 2 || gradingResult?.metadata?.graderError) {
    return "error";
  }
  if (success) {
    return "passed";
  }
  if (failureReason === 1) {
    return null;
  }
  // Earlier versions do not write the reason. A result without a grade is an error then.
  if (failureReason === undefined || failureReason === null) {
    return gradingResult ? null : "error";
  }
  return "invalid";
}

function createGroupFinding(group: Group): ImportedFinding {
  const { pluginId, provider, strategies, failures, passed } = group;
  const weakness = pluginWeakness(pluginId);
  const total = failures + passed;
  return createFinding({
    fingerprint: fingerprint("promptfoo", [pluginId], provider),
    title: `${pluginTitle(pluginId)} (${shortenLine(pluginId, 100)})`,
    severity: group.severity ?? DEFAULT_SEVERITY,
    sourceSeverity: group.severity ?? "Not specified",
    sourceCategory: pluginId,
    affectedAsset: provider,
    description: [
      weakness.description,
      formatSuccesses(
        `promptfoo ran ${formatCount(total)} ${total === 1 ? "attack" : "attacks"} of this kind.`,
        failures,
        total,
      ),
      `Plugin: ${inlineCode(shortenLine(pluginId, 200))}.`,
      strategies.length > 0 ? `Attack strategies: ${strategies.map(inlineCode).join(", ")}.` : "",
    ]
      .filter((paragraph) => paragraph !== "")
      .join("\n\n"),
    evidence: formatSamples(group.samples),
    recommendation: weakness.recommendation,
    tags: ["promptfoo", pluginId, ...strategies],
    mappings: pluginMappings(pluginId),
    resultCount: failures,
  });
}

/** A file with a single line is JSON if that line has all results. */
async function hasJsonLines(open: OpenFile): Promise<boolean> {
  const line = await readFirstLine(open());
  if (line === null) {
    return false;
  }
  try {
    const value: unknown = JSON.parse(line);
    return isResult(value);
  } catch {
    // The first line of formatted JSON is not complete.
    return false;
  }
}

const ResultLine = z.object({ success: z.boolean(), testIdx: z.number() });

function isResult(value: unknown): boolean {
  return ResultLine.safeParse(value).success;
}

function isPath(path: JsonPath, expected: JsonPath): boolean {
  return path.length === expected.length && path.every((key, index) => key === expected[index]);
}

function findMetadata(result: PromptfooResult, key: "pluginId" | "strategyId"): string | null {
  return (
    result.metadata?.[key] ??
    result.testCase?.metadata?.[key] ??
    result.gradingResult?.metadata?.[key] ??
    null
  );
}

function findSeverity(result: PromptfooResult): Severity | null {
  return result.metadata?.severity ?? result.testCase?.metadata?.severity ?? null;
}

function highestSeverity(left: Severity | null, right: Severity | null): Severity | null {
  if (left === null || right === null) {
    return left ?? right;
  }
  return compareSeverity(left, right) <= 0 ? left : right;
}

/** The label distinguishes targets with the same type of provider, such as `http`. */
function providerName({ provider }: PromptfooResult): string {
  return cleanName(typeof provider === "string" ? provider : provider?.label || provider?.id || "");
}
