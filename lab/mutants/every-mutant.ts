import { keptSums } from "./kept-sums.ts";
import { mapping } from "./mapping.ts";
import { moneyRules } from "./money-rules.ts";
import type { MutantGroup } from "./mutant.ts";
import { storing } from "./storing.ts";

export const EVERY_MUTANT: readonly MutantGroup[] = [moneyRules, keptSums, mapping, storing];
