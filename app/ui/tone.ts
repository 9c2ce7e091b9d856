/** Meaning of a color. domain/ assigns tones; only ui/ maps them to colors. */
export type Tone = "positive" | "warning" | "negative" | "info" | "neutral" | "accent";

const TEXT_CLASSES = {
  positive: "text-positive",
  warning: "text-warning",
  negative: "text-negative",
  info: "text-info",
  neutral: "text-muted",
  accent: "text-accent",
} satisfies Record<Tone, string>;

const DOT_CLASSES = {
  positive: "bg-positive",
  warning: "bg-warning",
  negative: "bg-negative",
  info: "bg-info",
  neutral: "bg-faint",
  accent: "bg-accent",
} satisfies Record<Tone, string>;

const BORDER_CLASSES = {
  positive: "border-positive/40",
  warning: "border-warning/40",
  negative: "border-negative/40",
  info: "border-info/40",
  neutral: "border-line",
  accent: "border-accent/40",
} satisfies Record<Tone, string>;

/** CSS classes of a tone. Unknown tones are neutral. */
export function toneClasses(tone: string): { text: string; dot: string; border: string } {
  const knownTone: Tone = tone in TEXT_CLASSES ? (tone as Tone) : "neutral";
  return { text: TEXT_CLASSES[knownTone], dot: DOT_CLASSES[knownTone], border: BORDER_CLASSES[knownTone] };
}
