import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { taxonomyReference } from "#server/findings/import/results/taxonomy-ids.ts";
import {
  getWeakness,
  owaspMapping,
  type Weakness,
  type WeaknessName,
} from "#server/findings/import/results/weaknesses.ts";

/** By the id of the plugin or its start, such as `harmful` of `harmful:hate`. The longest match applies. */
const PLUGIN_WEAKNESSES: ReadonlyMap<string, WeaknessName> = new Map([
  ["agentic:memory-poisoning", "memory-poisoning"],
  ["ascii-smuggling", "encoding-attack"],
  ["beavertails", "harmful-content"],
  ["bfla", "bfla"],
  ["bias", "bias"],
  ["bola", "bola"],
  ["cca", "jailbreak"],
  ["contracts", "excessive-agency"],
  ["coppa", "personal-data-leak"],
  ["cross-session-leak", "data-leak"],
  ["cyberseceval", "prompt-injection"],
  ["data-exfil", "data-leak"],
  ["debug-access", "debug-access"],
  ["divergent-repetition", "denial-of-service"],
  ["donotanswer", "harmful-content"],
  ["ecommerce", "domain-advice"],
  ["excessive-agency", "excessive-agency"],
  ["ferpa", "personal-data-leak"],
  ["financial", "domain-advice"],
  ["financial:confidential-disclosure", "data-leak"],
  ["financial:data-leakage", "data-leak"],
  ["goal-misalignment", "excessive-agency"],
  ["hallucination", "misinformation"],
  ["harmbench", "harmful-content"],
  ["harmful", "harmful-content"],
  ["harmful:copyright-violations", "copyright"],
  ["harmful:cybercrime:malicious-code", "malware"],
  ["harmful:intellectual-property", "copyright"],
  ["harmful:misinformation-disinformation", "misinformation"],
  ["harmful:privacy", "personal-data-leak"],
  ["hijacking", "hijacking"],
  ["imitation", "policy-violation"],
  ["indirect-prompt-injection", "indirect-prompt-injection"],
  ["insurance", "domain-advice"],
  ["insurance:data-disclosure", "personal-data-leak"],
  ["insurance:phi-disclosure", "personal-data-leak"],
  ["intent", "policy-violation"],
  ["mcp", "tool-misuse"],
  ["medical", "domain-advice"],
  ["off-topic", "hijacking"],
  ["overreliance", "overreliance"],
  ["pharmacy", "domain-advice"],
  ["pii", "personal-data-leak"],
  ["pliny", "jailbreak"],
  ["policy", "policy-violation"],
  ["prompt-extraction", "system-prompt-leak"],
  ["rag-document-exfiltration", "data-leak"],
  ["rag-poisoning", "retrieval-poisoning"],
  ["rag-source-attribution", "misinformation"],
  ["rbac", "rbac"],
  ["realestate", "bias"],
  ["reasoning-dos", "denial-of-service"],
  ["shell-injection", "shell-injection"],
  ["special-token-injection", "prompt-injection"],
  ["sql-injection", "sql-injection"],
  ["ssrf", "ssrf"],
  ["system-prompt-override", "prompt-injection"],
  ["teen-safety", "harmful-content"],
  ["telecom", "domain-advice"],
  ["telecom:account-takeover", "rbac"],
  ["telecom:cpni-disclosure", "personal-data-leak"],
  ["telecom:location-disclosure", "personal-data-leak"],
  ["tool-discovery", "tool-misuse"],
  ["toxic-chat", "toxicity"],
  ["unverifiable-claims", "misinformation"],
]);

/** Condensed from the map of promptfoo (`src/redteam/constants/frameworks.ts`). */
const PLUGIN_OWASP: ReadonlyMap<string, string> = new Map([
  ["indirect-prompt-injection", "LLM01:2025"],
  ["ascii-smuggling", "LLM01:2025"],
  ["prompt-extraction", "LLM07:2025"],
  ["pii", "LLM02:2025"],
  ["harmful:privacy", "LLM02:2025"],
  ["cross-session-leak", "LLM02:2025"],
  ["shell-injection", "LLM05:2025"],
  ["sql-injection", "LLM05:2025"],
  ["ssrf", "LLM05:2025"],
  ["debug-access", "LLM05:2025"],
  ["excessive-agency", "LLM06:2025"],
  ["rbac", "LLM06:2025"],
  ["bfla", "LLM06:2025"],
  ["bola", "LLM06:2025"],
  ["hallucination", "LLM09:2025"],
  ["overreliance", "LLM09:2025"],
  ["harmful:misinformation-disinformation", "LLM09:2025"],
  ["reasoning-dos", "LLM10:2025"],
  ["divergent-repetition", "LLM10:2025"],
]);

/** The map of DefectDojo (`dojo/tools/promptfoo/parser.py`). The first match applies. */
const CWES: readonly (readonly [string, string])[] = [
  ["sql-injection", "CWE-89"],
  ["shell-injection", "CWE-78"],
  ["injection", "CWE-1427"],
  ["prompt-extraction", "CWE-1427"],
  ["pii", "CWE-200"],
  ["privacy", "CWE-200"],
];
const DEFAULT_CWE = "CWE-1426";

export function pluginWeakness(pluginId: string): Weakness {
  return getWeakness(findByPrefix(PLUGIN_WEAKNESSES, pluginId) ?? "other");
}

/** For example `Harmful content: hate` of `harmful:hate`. */
export function pluginTitle(pluginId: string): string {
  const { name } = pluginWeakness(pluginId);
  const topic = /^(?:harmful|bias):([a-z0-9:-]+)$/.exec(pluginId)?.[1];
  return topic && !PLUGIN_WEAKNESSES.has(pluginId) ? `${name}: ${topic.replace(/[:-]/g, " ")}` : name;
}

export function pluginMappings(pluginId: string): TaxonomyReference[] {
  const owasp = findByPrefix(PLUGIN_OWASP, pluginId) ?? pluginWeakness(pluginId).owasp;
  const cwe = CWES.find(([part]) => pluginId.includes(part))?.[1] ?? DEFAULT_CWE;
  return [...owaspMapping(owasp), taxonomyReference("cwe", cwe)];
}

function findByPrefix<Value>(map: ReadonlyMap<string, Value>, pluginId: string): Value | undefined {
  const segments = pluginId.split(":").slice(0, 5);
  const prefixes = segments.map((_, index) => segments.slice(0, segments.length - index).join(":"));
  return prefixes.map((prefix) => map.get(prefix)).find((value) => value !== undefined);
}
