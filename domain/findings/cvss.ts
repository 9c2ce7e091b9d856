/**
 * The base metrics of CVSS 4.0 in their order, each exactly once. The threat metric and the environmental and supplemental
 * metrics are not accepted, because the score of a finding is a base score.
 */
const BASE_VECTOR =
  /^CVSS:4\.0\/AV:[NALP]\/AC:[LH]\/AT:[NP]\/PR:[NLH]\/UI:[NPA]\/VC:[HLN]\/VI:[HLN]\/VA:[HLN]\/SC:[HLN]\/SI:[HLN]\/SA:[HLN]$/;

const METRICS = ["AV", "AC", "AT", "PR", "UI", "VC", "VI", "VA", "SC", "SI", "SA"];

/**
 * Whether the text is a complete CVSS 4.0 base vector. Check this before the score is computed, because the library that
 * computes it accepts incomplete vectors and repeated metrics.
 */
export function isCvssVector(text: string): boolean {
  return BASE_VECTOR.test(text);
}

/** Explains why a text is not a base vector, and names the metrics that are missing unless all of them are. */
export function cvssVectorMessage(text: string): string {
  const names = new Set(text.split("/").map((part) => part.slice(0, part.indexOf(":"))));
  const missing = METRICS.filter((metric) => !names.has(metric));
  const message = `Enter all ${METRICS.length} CVSS 4.0 base metrics in order, and no others`;
  return missing.length === 0 || missing.length === METRICS.length
    ? message
    : `${message}. Missing: ${missing.join(", ")}`;
}
