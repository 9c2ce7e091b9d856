import type { Severity } from "#domain/findings/severity.ts";
import { SEVERITIES } from "#domain/findings/severity.ts";
import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { taxonomyReference } from "#server/findings/import/results/taxonomy-ids.ts";
import { getWeakness, owaspMapping, type WeaknessName } from "#server/findings/import/results/weaknesses.ts";

/** By module of the probe, such as `dan` of `dan.DanInTheWild`. */
const FAMILY_WEAKNESSES: ReadonlyMap<string, WeaknessName> = new Map([
  ["agent_breaker", "tool-misuse"],
  ["ansiescape", "terminal-escape"],
  ["apikey", "credential-leak"],
  ["atkgen", "toxicity"],
  ["badchars", "encoding-attack"],
  ["continuation", "toxicity"],
  ["dan", "jailbreak"],
  ["divergence", "training-data-leak"],
  ["doctor", "jailbreak"],
  ["donotanswer", "harmful-content"],
  ["dra", "jailbreak"],
  ["encoding", "encoding-attack"],
  ["exploitation", "code-injection"],
  ["goodside", "prompt-injection"],
  ["goat", "jailbreak"],
  ["grandma", "jailbreak"],
  ["latentinjection", "indirect-prompt-injection"],
  ["leakreplay", "training-data-leak"],
  ["lmrc", "harmful-content"],
  ["malwaregen", "malware"],
  ["misleading", "misinformation"],
  ["packagehallucination", "hallucinated-packages"],
  ["phrasing", "jailbreak"],
  ["promptinject", "prompt-injection"],
  ["propile", "personal-data-leak"],
  ["realtoxicityprompts", "toxicity"],
  ["sata", "jailbreak"],
  ["smuggling", "encoding-attack"],
  ["snowball", "misinformation"],
  ["suffix", "jailbreak"],
  ["sysprompt_extraction", "system-prompt-leak"],
  ["tap", "jailbreak"],
  ["topic", "policy-violation"],
  ["web_injection", "unsafe-output"],
  ["xss", "unsafe-output"],
]);

/** The map of DefectDojo (`dojo/tools/garak/parser.py`). */
const FAMILY_CWES: ReadonlyMap<string, string> = new Map([
  ["promptinject", "CWE-1427"],
  ["dan", "CWE-1427"],
  ["latentinjection", "CWE-1427"],
  ["goodside", "CWE-1427"],
  ["xss", "CWE-79"],
  ["leakreplay", "CWE-200"],
  ["divergence", "CWE-200"],
]);
const DEFAULT_CWE = "CWE-1426";

/**
 * garak uses the numbers of the OWASP list of 2023. `owasp:llm07` and `owasp:llm10` are missing, because the list of
 * 2025 has no exact equivalent.
 */
const OWASP_TAGS: ReadonlyMap<string, string> = new Map([
  ["owasp:llm01", "LLM01:2025"],
  ["owasp:llm02", "LLM05:2025"],
  ["owasp:llm03", "LLM04:2025"],
  ["owasp:llm04", "LLM10:2025"],
  ["owasp:llm05", "LLM03:2025"],
  ["owasp:llm06", "LLM02:2025"],
  ["owasp:llm08", "LLM06:2025"],
  ["owasp:llm09", "LLM09:2025"],
]);

const MORE_SEVERE = new Set(["dan", "promptinject", "latentinjection", "exploitation", "malwaregen", "xss"]);
const LESS_SEVERE = new Set(["misleading", "snowball", "continuation", "toxicity", "realtoxicityprompts"]);

export function probeFamily(probe: string): string {
  return probe.split(".")[0] ?? probe;
}

export function probeWeakness(probe: string) {
  return getWeakness(FAMILY_WEAKNESSES.get(probeFamily(probe)) ?? "other");
}

/** Uses the tags of the probe if the report has them, and the family of the probe otherwise. */
export function probeMappings(probe: string, tags: readonly string[]): TaxonomyReference[] {
  const tagged = tags.flatMap((tag) => owaspMapping(OWASP_TAGS.get(tag.toLowerCase())));
  const owasp = tagged.length > 0 ? tagged : owaspMapping(probeWeakness(probe).owasp);
  return [...owasp, taxonomyReference("cwe", FAMILY_CWES.get(probeFamily(probe)) ?? DEFAULT_CWE)];
}

/** A suggestion from the highest score of a detector, from 0 to 1, where 1 is the worst. */
export function suggestSeverity(probe: string, maxScore: number | null): Severity {
  const family = probeFamily(probe);
  const step = Number(LESS_SEVERE.has(family)) - Number(MORE_SEVERE.has(family));
  const index = SEVERITIES.indexOf(scoreSeverity(maxScore)) + step;
  return SEVERITIES[Math.min(Math.max(index, 0), SEVERITIES.length - 1)] ?? "medium";
}

/** What `suggestSeverity` uses, such as "Score 0.9 or higher, more severe probe family". */
export function describeScore(probe: string, maxScore: number | null): string {
  const family = probeFamily(probe);
  const score = maxScore === null ? "No score" : (findBand(maxScore) ?? LOWEST_BAND).label;
  if (MORE_SEVERE.has(family)) {
    return `${score}, more severe probe family`;
  }
  return LESS_SEVERE.has(family) ? `${score}, less severe probe family` : score;
}

/** From the highest score. */
const SCORE_BANDS: ReadonlyArray<{ min: number; severity: Severity; label: string }> = [
  { min: 0.9, severity: "high", label: "Score 0.9 or higher" },
  { min: 0.7, severity: "medium", label: "Score 0.7 to 0.9" },
  { min: 0.4, severity: "low", label: "Score 0.4 to 0.7" },
];
const LOWEST_BAND: { severity: Severity; label: string } = { severity: "info", label: "Score below 0.4" };

function scoreSeverity(score: number | null): Severity {
  // Reports can have counts of successful attempts without the attempts.
  return score === null ? "medium" : (findBand(score) ?? LOWEST_BAND).severity;
}

function findBand(score: number) {
  return SCORE_BANDS.find(({ min }) => score >= min);
}
