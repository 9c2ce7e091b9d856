/** Semantic tone of a status. The design system maps tones to colors. */
export type Tone = "positive" | "warning" | "negative" | "info" | "neutral";

export type StatusBadge = { label: string; tone: Tone };

/**
 * Badge for a stored status. An unknown value is shown in title case with a neutral tone, so a newer
 * database never breaks a screen.
 */
export function toStatusBadge<Status extends string>(
  badges: Record<Status, StatusBadge>,
  stored: NoInfer<Status>,
): StatusBadge {
  return Object.hasOwn(badges, stored) ? badges[stored] : { label: toTitleCase(stored), tone: "neutral" };
}

/** The keys of a label or badge record, in order. Safe for literals, which have no keys beyond their type. */
export function listKeys<Key extends string>(record: Record<Key, unknown>): readonly Key[] {
  return Object.keys(record) as Key[];
}

function toTitleCase(text: string): string {
  return text
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
