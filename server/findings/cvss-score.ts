import calculator from "ae-cvss-calculator";
import { isCvssVector } from "#domain/findings/cvss.ts";

/**
 * Computes the CVSS 4.0 base score. The computation takes about 5 ms, so scores are stored.
 *
 * @throws {RangeError} if the vector is not complete.
 */
export function computeCvssScore(vector: string): number {
  if (!isCvssVector(vector)) {
    throw new RangeError("not a complete CVSS 4.0 vector");
  }
  return new calculator.Cvss4P0(vector).calculateScores().overall;
}
