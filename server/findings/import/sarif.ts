import * as z from "zod/mini";
import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import { compareSeverity, SeverityName } from "#domain/findings/severity.ts";
import { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { createFinding } from "./results/create-finding.ts";
import { fingerprint } from "./results/fingerprint.ts";
import type { GroupStore } from "./results/group-store.ts";
import { createResultCounter } from "./results/result-counter.ts";
import { createFindings, type ReadResults, ResultGroups } from "./results/result-groups.ts";
import { addSample, formatSamples, type Sample, Samples } from "./results/samples.ts";
import { addMappings, addTags } from "./results/tags-and-mappings.ts";
import { findMappings } from "./sarif/sarif-mappings.ts";
import { resolveMessage } from "./sarif/sarif-message.ts";
import { createRun, findRule, formatTools, RUN_PATHS, type SarifRun, SarifRuns } from "./sarif/sarif-runs.ts";
import { type Rule, SarifResult } from "./sarif/sarif-schema.ts";
import { skipReason, suggestSeverity } from "./sarif/sarif-severity.ts";
import { findTarget, findToolFingerprint, formatPosition, formatTarget } from "./sarif/sarif-target.ts";
import type { OpenFile } from "./streams/open-file.ts";
import { type JsonPath, readJsonValues } from "./streams/read-json-values.ts";
import { cleanName } from "./text/clean-name.ts";
import { cleanLine } from "./text/clean-text.ts";
import { formatCount } from "./text/format-numbers.ts";
import { formatPlainText } from "./text/format-section.ts";
import { shortenLine } from "./text/shorten.ts";

/** Lower than the limit of a section, because each finding of a rule repeats its texts. */
const MAX_RULE_TEXT_LENGTH = 2_000;
/** Higher than the limit of the shown text, because cleaning can shorten it. */
const MAX_RAW_TEXT_LENGTH = 10_000;
const MAX_CACHED_RULES = 500;

/**
 * The results with the same fingerprint. The title and the rule are those of the first one. `rule` is its number in `RuleTexts`,
 * because its texts are long.
 */
const Group = z.object({
  fingerprint: z.string(),
  tool: z.string(),
  title: z.string(),
  target: z.string(),
  rule: z.nullable(z.number()),
  severity: SeverityName,
  sourceSeverity: z.string(),
  ruleId: z.string(),
  tags: z.array(z.string()),
  mappings: z.array(TaxonomyReference),
  samples: Samples,
  results: z.number(),
});
type Group = z.infer<typeof Group>;

const RESULTS_PATH = "$.runs.*.results.*";

/** Reads SARIF 2.1.0. @throws {ImportError} */
export async function readSarif(open: OpenFile, store: GroupStore): Promise<ReadResults> {
  const sarifRuns = new SarifRuns();
  const { runs } = sarifRuns;
  let results = new SarifResults(runs, store);
  const runsWithResults = new Set<unknown>();
  let isOrdered = true;
  await readJsonValues(open(), [...RUN_PATHS, RESULTS_PATH], async (path, value) => {
    const [, runIndex, property] = path;
    if (property !== "results") {
      sarifRuns.add(path, value);
      isOrdered &&= !runsWithResults.has(runIndex);
    } else if (isOrdered) {
      runsWithResults.add(runIndex);
      await results.add(path, value);
    }
  });
  sarifRuns.check();
  if (!isOrdered) {
    // Some tools write the rules after the results, which are then read again, because they refer to the rules.
    store.clear();
    results = new SarifResults(runs, store);
    await readJsonValues(open(), [RESULTS_PATH], (path, value) => results.add(path, value));
  }
  return {
    ...{ tool: formatTools(runs.values()), columns: null },
    findings: results.createFindings(),
    totals: results.totals,
  };
}

/** The results of a file. `add` requires the parts of the run. */
class SarifResults {
  readonly #runs: ReadonlyMap<number, SarifRun>;
  readonly #groups: ResultGroups<Group>;
  readonly #counter = createResultCounter();
  readonly #ruleTexts = new RuleTexts();
  readonly totals = this.#counter.totals;

  constructor(runs: ReadonlyMap<number, SarifRun>, store: GroupStore) {
    this.#runs = runs;
    this.#groups = new ResultGroups(store, Group);
  }

  async add([, runIndex]: JsonPath, value: unknown): Promise<void> {
    this.#counter.checkRow();
    const result = SarifResult.safeParse(value).data;
    if (!result) {
      this.#counter.skip("invalid");
      return;
    }
    const run = this.#runs.get(Number(runIndex)) ?? createRun();
    const rule = findRule(run, result);
    const reason = skipReason(result, rule);
    if (reason) {
      this.#counter.skip(reason);
      return;
    }
    this.#counter.add(1);
    await addResult(this.#groups, { run, rule, result }, this.#ruleTexts);
  }

  createFindings(): AsyncGenerator<ImportedFinding[]> {
    return createFindings(this.#groups.list(), (group) => createGroupFinding(group, this.#ruleTexts));
  }
}

type RunResult = { run: SarifRun; rule: Rule | null; result: SarifResult };

async function addResult(
  groups: ResultGroups<Group>,
  { run, rule, result }: RunResult,
  ruleTexts: RuleTexts,
): Promise<void> {
  const ruleId = cleanName(result.rule?.id ?? result.ruleId ?? rule?.id ?? "");
  const target = formatTarget(findTarget(run, result));
  const tool = run.toolName;
  const key = fingerprint("sarif", [tool, ruleId, ...findToolFingerprint(result)], target);
  const { severity, source: sourceSeverity } = suggestSeverity(result, rule);
  await groups.add(
    key,
    () => {
      const group: Group = {
        ...{ fingerprint: key, tool: shortenLine(tool, 100) || "The tool", target, severity, sourceSeverity },
        ruleId: shortenLine(ruleId, 60),
        ...{ title: "", rule: ruleTexts.add(rule), tags: [], mappings: [], samples: [], results: 0 },
      };
      group.title = formatTitle(rule, ruleId, group.tool);
      addTags(group.tags, [tool]);
      addTags(
        group.tags,
        (rule?.properties?.tags ?? []).filter((tag) => !tag.startsWith("external/")),
      );
      return group;
    },
    (group) => {
      group.results += 1;
      if (compareSeverity(severity, group.severity) < 0) {
        Object.assign(group, { severity, sourceSeverity });
      }
      addMappings(group.mappings, findMappings(run, rule, result));
      addSample(group.samples, () => createSample({ run, rule, result }));
    },
  );
}

function createSample({ run, rule, result }: RunResult): Sample {
  const snippet = result.locations?.find((location) => location)?.physicalLocation?.region?.snippet?.text;
  const position = formatPosition(run, result);
  return [
    { label: "Message", text: resolveMessage(run, rule, result.message) || "(no message)" },
    ...(position ? [{ label: "Location", text: position }] : []),
    ...(snippet ? [{ label: "Code", text: snippet }] : []),
  ];
}

function createGroupFinding(group: Group, ruleTexts: RuleTexts): ImportedFinding {
  const { fingerprint, title, tool, target, results } = group;
  const { description, recommendation } = ruleTexts.format(group.rule);
  const count = `${formatPlainText(tool, 200)} reported ${formatCount(results)} ${results === 1 ? "result" : "results"} of this rule for this target.`;
  return createFinding({
    fingerprint,
    title,
    severity: group.severity,
    sourceSeverity: group.sourceSeverity,
    sourceCategory: group.ruleId,
    affectedAsset: target,
    description: description === "" ? count : `${description}\n\n${count}`,
    evidence: formatSamples(group.samples),
    recommendation,
    tags: group.tags,
    mappings: group.mappings,
    resultCount: results,
  });
}

/** Messages are not used as titles, because they can quote prompts and outputs. */
function formatTitle(rule: Rule | null, ruleId: string, tool: string): string {
  const id = shortenLine(ruleId, 60);
  const name = shortenLine(cleanLine(limitText(rule?.shortDescription?.text || rule?.name)), 130).replace(
    /\.$/,
    "",
  );
  if (name === "" || name === id) {
    return id === "" ? `Result of ${tool}` : `Result of rule ${id} (${tool})`;
  }
  return id === "" ? name : `${name} (${id})`;
}

type FormattedTexts = { description: string; recommendation: string };

/** The rules of the groups by number, and the formatted texts of recent ones. */
class RuleTexts {
  readonly #rules: Rule[] = [];
  readonly #numbers = new Map<Rule, number>();
  readonly #formatted = new Map<number | null, FormattedTexts>();

  add(rule: Rule | null): number | null {
    if (!rule) {
      return null;
    }
    const number = this.#numbers.get(rule) ?? this.#rules.push(rule) - 1;
    this.#numbers.set(rule, number);
    return number;
  }

  format(number: number | null): FormattedTexts {
    const formatted = this.#formatted.get(number) ?? formatTexts(this.#rules[number ?? -1] ?? null);
    if (this.#formatted.size >= MAX_CACHED_RULES) {
      this.#formatted.clear();
    }
    this.#formatted.set(number, formatted);
    return formatted;
  }
}

function formatTexts(rule: Rule | null): FormattedTexts {
  return {
    description: formatPlainText(
      limitText(rule?.fullDescription?.text || rule?.shortDescription?.text),
      MAX_RULE_TEXT_LENGTH,
    ),
    recommendation: formatRecommendation(rule),
  };
}

function formatRecommendation(rule: Rule | null): string {
  const help = formatPlainText(limitText(rule?.help?.text), MAX_RULE_TEXT_LENGTH);
  const link = /^https:\/\/\S{1,500}$/.test(rule?.helpUri ?? "")
    ? `More information: ${formatPlainText(rule?.helpUri ?? "", 1_000)}`
    : "";
  return [help, link].filter((text) => text !== "").join("\n\n");
}

function limitText(text: string | null | undefined): string {
  return (text ?? "").slice(0, MAX_RAW_TEXT_LENGTH);
}
