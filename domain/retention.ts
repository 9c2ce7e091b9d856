import * as z from "zod/mini";
import { counted } from "#domain/counted.ts";
import type { Tables } from "#supabase/database.types.ts";

/** Months that the public pages state, of what visitors and clients leave behind. */
export type StatedMonths = { inquiries: number; attempts: number };

/** What the pages are built with; the server puts the settings in their place. */
export const BUILT_MONTHS: StatedMonths = { inquiries: 24, attempts: 12 };

/** Days the report of a synchronization is kept. */
export const SYNC_RUN_RETENTION_DAYS = 365;

/** Months the log of downloads is kept: as long as somebody may ask who had a document. */
export const DOWNLOAD_LOG_RETENTION_MONTHS = 24;

type Period = {
  label: string;
  unit: "months" | "days";
  shortest: number;
  longest: number;
  /** What is deleted, and what an administrator should know before changing it. */
  help: string;
};

/** Columns of retention_periods; a test ties the bounds to the table's own. */
export type PeriodName = Exclude<keyof Tables<"retention_periods">, "id">;

/** How long each thing may be kept, in the order the settings show them. */
export const RETENTION_PERIODS = {
  inquiry_months: {
    label: "Inquiries",
    unit: "months",
    shortest: 1,
    longest: 120,
    help: "Stated beside the contact form and in the privacy policy. A longer period holds for inquiries sent from then on.",
  },
  mail_months: {
    label: "Sent mail",
    unit: "months",
    shortest: 1,
    longest: 120,
    help: "The copies in the outbox. Mail about an inquiry goes with the inquiry.",
  },
  sign_in_attempt_months: {
    label: "Sign-in attempts",
    unit: "months",
    shortest: 1,
    longest: 120,
    help: "Address, device and outcome of every attempt. Stated in the privacy policy.",
  },
  webhook_event_months: {
    label: "Events from Square",
    unit: "months",
    shortest: 1,
    longest: 120,
    help: "The signed notices as they arrived. Invoices stay.",
  },
  audit_log_months: {
    label: "Audit log",
    unit: "months",
    shortest: 12,
    longest: 120,
    help: "At least a year: the database refuses to forget younger entries.",
  },
  session_days: {
    label: "Unused sessions",
    unit: "days",
    shortest: 1,
    longest: 365,
    help: "A browser that was not used for so long must sign in again.",
  },
} satisfies Record<PeriodName, Period>;

export const PERIOD_NAMES = Object.keys(RETENTION_PERIODS).filter(isPeriodName);

function isPeriodName(name: string): name is PeriodName {
  return name in RETENTION_PERIODS;
}

function whole({ label, unit, shortest, longest }: Period) {
  const words = `${label}: a whole number of ${unit} from ${shortest} to ${longest}`;
  return z.number(words).check(
    z.refine((value) => Number.isInteger(value), words),
    z.minimum(shortest, words),
    z.maximum(longest, words),
  );
}

/** What the retention endpoint is sent: every period. */
export const RetentionPeriods = z.object({
  inquiry_months: whole(RETENTION_PERIODS.inquiry_months),
  mail_months: whole(RETENTION_PERIODS.mail_months),
  sign_in_attempt_months: whole(RETENTION_PERIODS.sign_in_attempt_months),
  webhook_event_months: whole(RETENTION_PERIODS.webhook_event_months),
  audit_log_months: whole(RETENTION_PERIODS.audit_log_months),
  session_days: whole(RETENTION_PERIODS.session_days),
} satisfies Record<PeriodName, z.ZodMiniType>);
export type RetentionPeriods = z.infer<typeof RetentionPeriods>;

/** "24 months", "1 month". */
export function monthsWords(months: number): string {
  return counted(months, "month");
}
