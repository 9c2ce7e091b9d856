/** How much of a whole is done, in percent from 0 to 100, with its words beside it. */
export function ProgressBar({ label, percent, text }: { label: string; percent: number; text?: string }) {
  const shown = Math.min(100, Math.max(0, percent));
  return (
    <div>
      <div className="mb-1 flex justify-between gap-4 text-13 text-muted">
        <span>{label}</span>
        <span className="tabular">{text ?? `${shown}%`}</span>
      </div>
      <progress aria-label={label} value={shown} max={100} className="bar" />
    </div>
  );
}
