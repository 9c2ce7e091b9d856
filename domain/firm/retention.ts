import * as z from "zod/mini";
import { formatCount } from "#domain/text/pluralize.ts";
import type { Tables } from "#supabase/database.types.ts";

/** Retention periods in months, as published on the contact form and in the privacy policy. */
export type PublishedRetention = { inquiries: number; attempts: number };

/** Values that the pages are built with. The server replaces them with the current settings. */
export const DEFAULT_PUBLISHED_RETENTION: PublishedRetention = { inquiries: 24, attempts: 12 };

export const SYNC_RUN_RETENTION_DAYS = 365;

export const DOWNLOAD_LOG_RETENTION_MONTHS = 24;

type RetentionPeriod = {
  label: string;
  unit: "months" | "days";
  min: number;
  max: number;
  help: string;
};

/** Columns of `retention_periods`. A test compares the limits below with the table's constraints. */
export type RetentionPeriodName = Exclude<keyof Tables<"retention_periods">, "id">;

/** Configurable retention periods, in the order of the settings page. */
export const RETENTION_PERIODS = {
  inquiry_months: {
    label: "Inquiries",
    unit: "months",
    min: 1,
    max: 120,
    help: "Shown on the contact form and in the privacy policy. A longer period applies to new inquiries only.",
  },
  email_months: {
    label: "Sent email",
    unit: "months",
    min: 1,
    max: 120,
    help: "Copies of sent email. Inquiry emails are deleted with the inquiry.",
  },
  sign_in_attempt_months: {
    label: "Sign-in attempts",
    unit: "months",
    min: 1,
    max: 120,
    help: "IP address, device and outcome of every attempt. Shown in the privacy policy.",
  },
  webhook_event_months: {
    label: "Square events",
    unit: "months",
    min: 1,
    max: 120,
    help: "Raw webhook events. Invoices are kept.",
  },
  audit_log_months: {
    label: "Audit log",
    unit: "months",
    min: 12,
    max: 120,
    help: "Minimum one year, enforced by the database.",
  },
  session_days: {
    label: "Idle sessions",
    unit: "days",
    min: 1,
    max: 365,
    help: "Users must sign in again after a session is idle this long.",
  },
} satisfies Record<RetentionPeriodName, RetentionPeriod>;

export const RETENTION_PERIOD_NAMES = Object.keys(RETENTION_PERIODS).filter(isRetentionPeriodName);

function isRetentionPeriodName(name: string): name is RetentionPeriodName {
  return name in RETENTION_PERIODS;
}

function wholeNumberInRange({ label, unit, min, max }: RetentionPeriod) {
  const message = `${label}: enter a whole number of ${unit} from ${min} to ${max}`;
  return z.number(message).check(
    z.refine((value) => Number.isInteger(value), message),
    z.minimum(min, message),
    z.maximum(max, message),
  );
}

/** Request body of the retention endpoint. Contains every period. */
export const RetentionPeriods = z.object({
  inquiry_months: wholeNumberInRange(RETENTION_PERIODS.inquiry_months),
  email_months: wholeNumberInRange(RETENTION_PERIODS.email_months),
  sign_in_attempt_months: wholeNumberInRange(RETENTION_PERIODS.sign_in_attempt_months),
  webhook_event_months: wholeNumberInRange(RETENTION_PERIODS.webhook_event_months),
  audit_log_months: wholeNumberInRange(RETENTION_PERIODS.audit_log_months),
  session_days: wholeNumberInRange(RETENTION_PERIODS.session_days),
} satisfies Record<RetentionPeriodName, z.ZodMiniType>);
export type RetentionPeriods = z.infer<typeof RetentionPeriods>;

export function formatMonths(months: number): string {
  return formatCount(months, "month");
}
