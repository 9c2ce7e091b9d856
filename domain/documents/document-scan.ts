import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type ScanStatus = Tables<"documents">["scan_status"];

const SCAN_STATUS_BADGES = {
  pending: { label: "Scanning", tone: "info" },
  clear: { label: "Clean", tone: "positive" },
  unscanned: { label: "Not scanned", tone: "neutral" },
  quarantined: { label: "Quarantined", tone: "negative" },
} satisfies Record<ScanStatus, StatusBadge>;

/** Scan statuses, in filter order. */
export const SCAN_STATUSES = listKeys(SCAN_STATUS_BADGES);

export function scanStatusBadge(status: ScanStatus): StatusBadge {
  return toStatusBadge(SCAN_STATUS_BADGES, status);
}

/** Whether the document can be downloaded. Documents with an unknown scan status can't. */
export function isDownloadable(document: { scan_status: ScanStatus }): boolean {
  return document.scan_status === "clear" || document.scan_status === "unscanned";
}
