/** `percent` is clamped to 0–100. `text` replaces the percentage next to the label. */
export function ProgressBar({ label, percent, text }: { label: string; percent: number; text?: string }) {
  const clamped = Math.min(100, Math.max(0, percent));
  return (
    <div>
      <div className="mb-1 flex justify-between gap-4 text-13 text-muted">
        <span>{label}</span>
        <span className="tabular">{text ?? `${clamped}%`}</span>
      </div>
      <progress aria-label={label} value={clamped} max={100} className="bar" />
    </div>
  );
}
