/** How a status feels. Screens turn tones into colours; a tone never names one. */
export type Tone = "positive" | "warning" | "negative" | "info" | "neutral";

/** What a status shows: its word and its tone. */
export type StatusFacts = { label: string; tone: Tone };

/**
 * The facts of a stored status. A value this version does not know is shown as it is, in words and neutral
 * (specification section 4), so that a newer database never breaks a screen.
 */
export function statusFacts(known: Record<string, StatusFacts>, stored: string): StatusFacts {
  const facts = Object.hasOwn(known, stored) ? known[stored] : undefined;
  return facts ?? { label: inWords(stored), tone: "neutral" };
}

function inWords(stored: string): string {
  return stored
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
