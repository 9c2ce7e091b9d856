/** What a colour means. Nouns name their tones; only ui/ knows the colours. */
export type Tone = "positive" | "warning" | "negative" | "info" | "neutral" | "accent";

const textOfTone = {
  positive: "text-positive",
  warning: "text-warning",
  negative: "text-negative",
  info: "text-info",
  neutral: "text-muted",
  accent: "text-accent",
} satisfies Record<Tone, string>;

const dotOfTone = {
  positive: "bg-positive",
  warning: "bg-warning",
  negative: "bg-negative",
  info: "bg-info",
  neutral: "bg-faint",
  accent: "bg-accent",
} satisfies Record<Tone, string>;

const edgeOfTone = {
  positive: "border-positive/40",
  warning: "border-warning/40",
  negative: "border-negative/40",
  info: "border-info/40",
  neutral: "border-line",
  accent: "border-accent/40",
} satisfies Record<Tone, string>;

/** The classes of a tone; a tone nobody knows, such as that of a status added later, is neutral. */
export function classesOfTone(tone: string): { text: string; dot: string; edge: string } {
  const known: Tone = tone in textOfTone ? (tone as Tone) : "neutral";
  return { text: textOfTone[known], dot: dotOfTone[known], edge: edgeOfTone[known] };
}
