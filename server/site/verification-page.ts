import { formatDate } from "#domain/dates/calendar-date.ts";
import type { Verification } from "#domain/findings/report/verification.ts";
import { escapeHtml } from "#server/site/page-template.ts";

/**
 * Shows the result in the prerendered page: makes the message for the status visible, and fills in the details. The
 * placeholders are in app/site/verify/verify.tsx.
 */
export function insertVerification(html: string, verification: Verification): string {
  const values: Record<string, string> = {
    code: verification.code,
    ...("sha256" in verification && { sha256: verification.sha256 }),
    ...("issuedOn" in verification && {
      issued: formatDate(verification.issuedOn),
      ended: formatDate(verification.endedOn),
    }),
  };
  // The hash of a file is not a code that the visitor could correct.
  const enteredCode = verification.status === "unknown_file" ? "" : verification.code;
  return html
    .replace(/(<input[^>]*\bdata-code-input\b[^>]*\bvalue=")(?=")/, (tag) => tag + escapeHtml(enteredCode))
    .replaceAll(
      `data-verification="${verification.status}" hidden=""`,
      `data-verification="${verification.status}"`,
    )
    .replaceAll(
      /(<[^>]*\bdata-letter="(code|issued|ended|sha256)"[^>]*>)(?=<)/g,
      (_, tag: string, name: string) => tag + escapeHtml(values[name] ?? ""),
    );
}

export function getVerificationHttpStatus({ status }: Verification): 200 | 400 | 404 | 429 | 503 {
  if (status === "malformed_code") {
    return 400;
  }
  if (status === "limited") {
    return 429;
  }
  if (status === "unavailable") {
    return 503;
  }
  return status === "unknown_code" || status === "unknown_file" ? 404 : 200;
}
