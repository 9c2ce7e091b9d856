import type { Figure } from "#app/site/firm-facts.ts";

/** Source of a figure, if brand.ts defines one. */
export function FigureSource({ figure: { source } }: { figure: Figure }) {
  if (!source) {
    return null;
  }
  const text = `${source.text}, ${source.date}`;
  return (
    <span className="block text-13 text-faint">
      Source:{" "}
      {source.url ? (
        <a href={source.url} className="underline underline-offset-2">
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
}

/** Footnote shown if any of the figures has no source. */
export function IllustrativeNote({ figures, className }: { figures: readonly Figure[]; className?: string }) {
  if (figures.every(({ source }) => source)) {
    return null;
  }
  return <p className={className}>Illustrative figures</p>;
}
