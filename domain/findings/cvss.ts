/**
 * The base metrics of CVSS 4.0 in their order, each exactly once. The threat metric and the environmental and supplemental
 * metrics are not accepted, because the score of a finding is a base score.
 */
const BASE_VECTOR =
  /^CVSS:4\.0\/AV:[NALP]\/AC:[LH]\/AT:[NP]\/PR:[NLH]\/UI:[NPA]\/VC:[HLN]\/VI:[HLN]\/VA:[HLN]\/SC:[HLN]\/SI:[HLN]\/SA:[HLN]$/;

/**
 * Whether the text is a complete CVSS 4.0 base vector. Check this before the score is computed, because the library that
 * computes it accepts incomplete vectors and repeated metrics.
 */
export function isCvssVector(text: string): boolean {
  return BASE_VECTOR.test(text);
}
