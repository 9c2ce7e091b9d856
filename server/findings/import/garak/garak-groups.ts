import type { ImportedFinding } from "#domain/findings/import/imported-finding.ts";
import { createFinding } from "#server/findings/import/results/create-finding.ts";
import { fingerprint } from "#server/findings/import/results/fingerprint.ts";
import { Samples } from "#server/findings/import/results/samples.ts";
import { cleanLine } from "#server/findings/import/text/clean-text.ts";
import { formatCount, formatPercent, formatSuccesses } from "#server/findings/import/text/format-numbers.ts";
import { formatPlainText } from "#server/findings/import/text/format-section.ts";
import { inlineCode } from "#server/findings/import/text/markdown.ts";
import { shortenLine } from "#server/findings/import/text/shorten.ts";
import { probeFamily, probeMappings, probeWeakness, suggestSeverity } from "./probe-families.ts";

export type AttemptCounts = { fails: number; passed: number; nones: number };
export type ConfidenceInterval = { level: number; lower: number; upper: number };

/** The results of a probe and a detector for a target. */
export type GarakGroup = {
  target: string;
  probe: string;
  detector: string;
  goal: string;
  samples: Samples;
  maxScore: number | null;
  attempts: AttemptCounts;
  /** The counts of the evaluation, which exist if the run reached it. */
  evaluation: AttemptCounts | null;
  confidence: ConfidenceInterval | null;
};

export type GarakGroupKey = Pick<GarakGroup, "target" | "probe" | "detector">;

export function createGroup({ target, probe, detector }: GarakGroupKey): GarakGroup {
  return {
    target,
    probe,
    detector,
    goal: "",
    samples: new Samples(),
    maxScore: null,
    attempts: { fails: 0, passed: 0, nones: 0 },
    evaluation: null,
    confidence: null,
  };
}

/** Creates the finding of a group with at least one successful attempt. */
export function createGroupFinding(
  group: GarakGroup,
  { tags, source }: { tags: readonly string[]; source: "report" | "hit log" },
): ImportedFinding {
  const { target, probe, detector } = group;
  const counts = group.evaluation ?? group.attempts;
  const weakness = probeWeakness(probe);
  const goal = formatPlainText(group.goal, 500);
  return createFinding({
    fingerprint: fingerprint("garak", [probe, detector], target),
    title: `${weakness.name} (${shortenLine(probe, 100)})`,
    severity: suggestSeverity(probe, group.maxScore),
    affectedAsset: target,
    description: [
      weakness.description,
      source === "report" ? formatCounts(counts, group.confidence) : formatHits(counts.fails),
      goal && `Goal of the probe: ${goal}`,
      `Probe: ${formatName(probe)}. Detector: ${formatName(detector)}.`,
    ]
      .filter((paragraph) => paragraph !== "")
      .join("\n\n"),
    evidence: group.samples.format(),
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
