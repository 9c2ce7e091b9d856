import type { AttentionItem } from "#domain/firm/attention.ts";
import type { StatusBadge } from "#domain/status.ts";

/** An item with the URL of the page that resolves it. */
export type LinkedItem = AttentionItem & { to: string };

export const ACTION_NEEDED: StatusBadge = { label: "Action needed", tone: "negative" };
export const WARNING: StatusBadge = { label: "Check", tone: "warning" };

/** The item if the condition is met. */
export function listIf(condition: boolean, item: LinkedItem): LinkedItem[] {
  return condition ? [item] : [];
}
