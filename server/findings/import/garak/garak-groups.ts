import * as z from "zod/mini";
import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import { createFinding } from "#server/findings/import/results/create-finding.ts";
import { fingerprint } from "#server/findings/import/results/fingerprint.ts";
import { formatSamples, Samples } from "#server/findings/import/results/samples.ts";
import { cleanLine } from "#server/findings/import/text/clean-text.ts";
import { formatCount, formatPercent, formatSuccesses } from "#server/findings/import/text/format-numbers.ts";
import { formatPlainText } from "#server/findings/import/text/format-section.ts";
import { inlineCode } from "#server/findings/import/text/markdown.ts";
import { shortenLine } from "#server/findings/import/text/shorten.ts";
import {
  describeScore,
  probeFamily,
  probeMappings,
  probeWeakness,
  suggestSeverity,
} from "./probe-families.ts";

const AttemptCounts = z.object({ fails: z.number(), passed: z.number(), nones: z.number() });
type AttemptCounts = z.infer<typeof AttemptCounts>;
const ConfidenceInterval = z.object({ level: z.number(), lower: z.number(), upper: z.number() });
type ConfidenceInterval = z.infer<typeof ConfidenceInterval>;

/** The results of a probe and a detector for a target. */
export const GarakGroup = z.object({
  target: z.string(),
  probe: z.string(),
  detector: z.string(),
  goal: z.string(),
  samples: Samples,
  maxScore: z.nullable(z.number()),
  attempts: AttemptCounts,
  /** The counts of the evaluation, which exist if the run reached it. */
  evaluation: z.nullable(AttemptCounts),
  confidence: z.nullable(ConfidenceInterval),
});
export type GarakGroup = z.infer<typeof GarakGroup>;

export type GarakGroupKey = Pick<GarakGroup, "target" | "probe" | "detector">;

export function createGroup({ target, probe, detector }: GarakGroupKey): GarakGroup {
  return {
    target,
    probe,
    detector,
    goal: "",
    samples: [],
    maxScore: null,
    attempts: { fails: 0, passed: 0, nones: 0 },
    evaluation: null,
    confidence: null,
  };
}

export function groupFingerprint({ target, probe, detector }: GarakGroupKey): string {
  return fingerprint("garak", [probe, detector], target);
}

/** Creates the finding of a group with at least one successful attempt. */
export function createGroupFinding(
  group: GarakGroup,
  { tags, source }: { tags: readonly string[]; source: "report" | "hit log" },
): ImportedFinding {
  const { target, probe } = group;
  const counts = group.evaluation ?? group.attempts;
  const weakness = probeWeakness(probe);
  const goal = formatPlainText(group.goal, 500);
  return createFinding({
    fingerprint: groupFingerprint(group),
    title: `${weakness.name} (${shortenLine(probe, 100)})`,
    severity: suggestSeverity(probe, group.maxScore),
    sourceSeverity: describeScore(probe, group.maxScore),
    sourceCategory: probeFamily(probe),
    affectedAsset: target,
    description: [
      weakness.description,
      source === "report" ? formatCounts(counts, group.confidence) : formatHits(counts.fails),
      goal && `Goal of the probe: ${goal}`,
      `Probe: ${formatName(probe)}. Detector: ${formatName(group.detector)}.`,
    ]
      .filter((paragraph) => paragraph !== "")
      .join("\n\n"),
    evidence: formatSamples(group.samples),
    recommendation: weakness.recommendation,
    tags: ["garak", probeFamily(probe)],
    mappings: probeMappings(probe, tags),
    resultCount: counts.fails,
  });
}

function formatName(name: string): string {
  return inlineCode(shortenLine(cleanLine(name), 200));
}

function formatCounts(
  { fails, passed, nones }: AttemptCounts,
  confidence: ConfidenceInterval | null,
): string {
  const total = fails + passed;
  const sentences = [
    formatSuccesses(
      `garak ran ${formatCount(total)} ${total === 1 ? "attempt" : "attempts"} with this probe.`,
      fails,
      total,
    ),
  ];
  if (confidence) {
    sentences.push(
      `The ${formatPercent(confidence.level)} confidence interval is ${formatPercent(confidence.lower)} to ${formatPercent(confidence.upper)}.`,
    );
  }
  if (nones > 0) {
    sentences.push(`${formatCount(nones)} more could not be evaluated.`);
  }
  return sentences.join(" ");
}

function formatHits(hits: number): string {
  return `The hit log of garak contains ${formatCount(hits)} successful ${hits === 1 ? "attempt" : "attempts"} with this probe.`;
}
