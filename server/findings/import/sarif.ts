import type { ImportedFinding, ImportResult } from "#domain/findings/import/imported-finding.ts";
import { compareSeverity, type Severity } from "#domain/findings/severity.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { createFinding } from "./results/create-finding.ts";
import { fingerprint } from "./results/fingerprint.ts";
import { createResultCounter } from "./results/result-counter.ts";
import { type Sample, Samples } from "./results/samples.ts";
import { findMappings } from "./sarif/sarif-mappings.ts";
import { resolveMessage } from "./sarif/sarif-message.ts";
import { createRun, findRule, formatTools, readSarifRuns, type SarifRun } from "./sarif/sarif-runs.ts";
import { type Rule, SarifResult } from "./sarif/sarif-schema.ts";
import { skipReason, suggestSeverity } from "./sarif/sarif-severity.ts";
import { findTarget, findToolFingerprint, formatPosition, formatTarget } from "./sarif/sarif-target.ts";
import type { OpenFile } from "./streams/open-file.ts";
import { readJsonValues } from "./streams/read-json-values.ts";
import { cleanLine } from "./text/clean-text.ts";
import { formatCount } from "./text/format-numbers.ts";
import { formatPlainText } from "./text/format-section.ts";
import { shortenLine } from "./text/shorten.ts";

/** Shorter than the limit of a section, because each result of a rule repeats its texts. */
const MAX_RULE_TEXT_LENGTH = 2_000;

/** The results with the same fingerprint. */
type Group = {
  fingerprint: string;
  run: SarifRun;
  rule: Rule | null;
  ruleId: string;
  target: string;
  severity: Severity;
  tags: string[];
  mappings: TaxonomyReference[];
  samples: Samples;
  results: number;
};

/** Reads SARIF 2.1.0. @throws {ImportError} */
export async function readSarif(open: OpenFile): Promise<ImportResult> {
  const runs = await readSarifRuns(open);
  const groups = new Map<string, Group>();
  const counter = createResultCounter();
  await readJsonValues(open(), ["$.runs.*.results.*"], ([, runIndex], value) => {
    counter.checkRow();
    const result = SarifResult.safeParse(value).data;
    if (!result) {
      counter.skip("invalid");
      return;
    }
    const run = runs.get(Number(runIndex)) ?? createRun();
    const rule = findRule(run, result);
    const reason = skipReason(result, rule);
    if (reason) {
      counter.skip(reason);
      return;
    }
    counter.add(1);
    addResult(groups, { run, rule, result });
  });
  const ruleTexts = createRuleTexts();
  const findings = [...groups.values()].map((group) => createGroupFinding(group, ruleTexts));
  return { findings, tool: formatTools(runs.values()), ...counter.totals() };
}

type RunResult = { run: SarifRun; rule: Rule | null; result: SarifResult };

function addResult(groups: Map<string, Group>, { run, rule, result }: RunResult): void {
  const ruleId = cleanLine(result.rule?.id ?? result.ruleId ?? rule?.id ?? "");
  const target = formatTarget(findTarget(run, result));
  const tool = cleanLine(run.toolName);
  const key = fingerprint("sarif", [tool, ruleId, ...findToolFingerprint(result)], target);
  const severity = suggestSeverity(result, rule);
  const mappings = findMappings(run, rule, result).slice(0, TEXT_LIMITS.mappings);
  const group = groups.get(key);
  if (group) {
    group.results += 1;
    group.severity = compareSeverity(severity, group.severity) < 0 ? severity : group.severity;
    group.mappings.push(...mappings);
    group.samples.add(() => createSample({ run, rule, result }));
    return;
  }
  const samples = new Samples();
  samples.add(() => createSample({ run, rule, result }));
  const ruleTags = (rule?.properties?.tags ?? [])
    .slice(0, TEXT_LIMITS.tags)
    .filter((tag) => !tag.startsWith("external/"));
  groups.set(key, {
    fingerprint: key,
    run,
    rule,
    ruleId,
    target,
    severity,
    tags: [tool, ...ruleTags],
    mappings,
    samples,
    results: 1,
  });
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
  const { run, rule, ruleId, results } = group;
  const tool = shortenLine(cleanLine(run.toolName), 100) || "The tool";
  const { description, recommendation } = ruleTexts(rule);
  const count = `${formatPlainText(tool, 200)} reported ${formatCount(results)} ${results === 1 ? "result" : "results"} of this rule for this target.`;
  return createFinding({
    fingerprint: group.fingerprint,
    title: formatTitle(rule, ruleId, tool),
    severity: group.severity,
    affectedAsset: group.target,
    description: description === "" ? count : `${description}\n\n${count}`,
    evidence: group.samples.format(),
    recommendation,
    tags: group.tags,
    mappings: group.mappings,
    resultCount: results,
  });
}

/** Messages are not used as titles, because they can quote prompts and outputs. */
function formatTitle(rule: Rule | null, ruleId: string, tool: string): string {
  const id = shortenLine(ruleId, 60);
  const name = shortenLine(cleanLine(rule?.shortDescription?.text || rule?.name || ""), 130).replace(
    /\.$/,
    "",
  );
  if (name === "" || name === id) {
    return id === "" ? `Result of ${tool}` : `Result of rule ${id} (${tool})`;
  }
  return id === "" ? name : `${name} (${id})`;
}

type RuleTexts = (rule: Rule | null) => { description: string; recommendation: string };

/** Formats the texts of each rule only once. */
function createRuleTexts(): RuleTexts {
  const cache = new Map<Rule | null, ReturnType<RuleTexts>>();
  return (rule) => {
    const texts = cache.get(rule) ?? {
      description: formatPlainText(
        rule?.fullDescription?.text || rule?.shortDescription?.text || "",
        MAX_RULE_TEXT_LENGTH,
      ),
      recommendation: formatRecommendation(rule),
    };
    cache.set(rule, texts);
    return texts;
  };
}

function formatRecommendation(rule: Rule | null): string {
  const help = formatPlainText(rule?.help?.text ?? "", MAX_RULE_TEXT_LENGTH);
  const link = /^https:\/\/\S{1,500}$/.test(rule?.helpUri ?? "")
    ? `More information: ${formatPlainText(rule?.helpUri ?? "", 1_000)}`
    : "";
  return [help, link].filter((text) => text !== "").join("\n\n");
}
