import { DATABASE_TOTALS } from "./database-totals.ts";
import { INVOICE_MAPPING } from "./invoice-mapping.ts";
import { MONEY_RULES } from "./money-rules.ts";
import type { MutantGroup } from "./mutant.ts";
import { SYNC_WRITES } from "./sync-writes.ts";

export const MUTANT_GROUPS: readonly MutantGroup[] = [
  MONEY_RULES,
  DATABASE_TOTALS,
  INVOICE_MAPPING,
  SYNC_WRITES,
];
