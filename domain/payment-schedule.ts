import { percentOf, toCents } from "#domain/money.ts";
import type { StatusFacts } from "#domain/tone.ts";
import type { Tables } from "#supabase/database.types.ts";

/**
 * One request of an invoice's payment schedule, read from the stored JSON. Cents, as on the provider's wire.
 * `computedCents` is null where the provider has not computed the amount yet.
 */
export type ScheduleEntry = {
  kind: "deposit" | "balance" | "installment";
  percentage: string | null;
  dueDate: string | null;
  computedCents: number | null;
  completedCents: number;
};

export type ScheduleEntryState = "paid" | "partial" | "pending";

export const SCHEDULE_ENTRY_STATES = {
  paid: { label: "Paid", tone: "positive" },
  partial: { label: "partial", tone: "info" },
  pending: { label: "Pending", tone: "warning" },
} satisfies Record<ScheduleEntryState, StatusFacts>;

/** The entries of a stored `payment_schedule`. What is not an entry is left out; nothing throws. */
export function parseSchedule(stored: unknown): ScheduleEntry[] {
  return Array.isArray(stored) ? stored.filter(isObject).map(parseEntry) : [];
}

/**
 * Paid when the completed amount reaches the computed one, partial when above zero but less, else pending
 * (specification section 4). An amount not yet computed is never reached: it is not a free payment.
 */
export function scheduleEntryState(entry: ScheduleEntry): ScheduleEntryState {
  if (entry.computedCents !== null && entry.completedCents >= entry.computedCents) return "paid";
  return entry.completedCents > 0 ? "partial" : "pending";
}

/** "Deposit (25%)", "Balance", "Installment 2": installments count among themselves (decisions, reading 4). */
export function scheduleEntryTitles(schedule: readonly ScheduleEntry[]): string[] {
  let installments = 0;
  return schedule.map((entry) => {
    if (entry.kind === "balance") return "Balance";
    if (entry.kind === "deposit") return entry.percentage ? `Deposit (${entry.percentage}%)` : "Deposit";
    installments += 1;
    return `Installment ${installments}`;
  });
}

/** How much of the whole schedule is paid, in cents and rounded percent. Overpaying one entry pays no other. */
export function scheduleProgress(schedule: readonly ScheduleEntry[]): {
  completedCents: number;
  totalCents: number;
  percent: number;
} {
  const totalCents = schedule.reduce((sum, entry) => sum + (entry.computedCents ?? 0), 0);
  const completedCents = schedule.reduce(
    (sum, entry) => sum + Math.min(entry.completedCents, entry.computedCents ?? 0),
    0,
  );
  return { completedCents, totalCents, percent: percentOf(completedCents, totalCents) };
}

/** The next payment of an invoice, in cents, or null when none is due. The columns hold dollars (reading 4). */
export function nextPayment(
  invoice: Pick<Tables<"invoices">, "next_payment_amount" | "next_payment_due_date">,
): { cents: number; dueDate: string | null } | null {
  const cents = toCents(invoice.next_payment_amount);
  return cents > 0 ? { cents, dueDate: invoice.next_payment_due_date } : null;
}

/** A schedule of one entry says nothing the invoice's row does not: only longer ones open. */
export function hasSchedulePanel(schedule: readonly ScheduleEntry[]): boolean {
  return schedule.length > 1;
}

function parseEntry(stored: Record<string, unknown>): ScheduleEntry {
  const kinds = { DEPOSIT: "deposit", BALANCE: "balance" } as const;
  const type = stored.request_type;
  return {
    kind: type === "DEPOSIT" || type === "BALANCE" ? kinds[type] : "installment",
    percentage: percentageOf(stored.percentage_requested),
    dueDate: typeof stored.due_date === "string" ? stored.due_date : null,
    computedCents: centsOf(stored.computed_amount_money),
    completedCents: centsOf(stored.total_completed_amount_money) ?? 0,
  };
}

/** The wire gives "25", "25.0" or "33.33". */
function percentageOf(stored: unknown): string | null {
  const percentage = typeof stored === "string" || typeof stored === "number" ? Number(stored) : Number.NaN;
  return Number.isFinite(percentage) && percentage > 0 ? String(percentage) : null;
}

function centsOf(money: unknown): number | null {
  const amount = isObject(money) ? Number(money.amount ?? Number.NaN) : Number.NaN;
  return Number.isSafeInteger(amount) ? amount : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
