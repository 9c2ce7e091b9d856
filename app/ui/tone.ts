/** Meaning of a color. domain/ assigns tones, and ui/ maps them to colors. */
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

/** Returns the CSS classes for a tone. Unknown tones are shown as neutral. */
export function toneClasses(tone: string): { text: string; dot: string; border: string } {
  const knownTone = isTone(tone) ? tone : "neutral";
  return { text: TEXT_CLASSES[knownTone], dot: DOT_CLASSES[knownTone], border: BORDER_CLASSES[knownTone] };
}

function isTone(tone: string): tone is Tone {
  return Object.hasOwn(TEXT_CLASSES, tone);
}
