import "./attack-path.css";
import { ArrowDown } from "#app/ui/icons.tsx";

type Stage = { place: string; event: string; state: "attack" | "control" | "protected" };

const STAGES: readonly Stage[] = [
  { place: "Uploaded PDF", event: "A hidden line requests every open ticket", state: "attack" },
  { place: "Assistant", event: "The model follows the instruction", state: "attack" },
  { place: "Ticket search", event: "Stopped: the search now runs with the user's token", state: "control" },
  { place: "Other tenants' tickets", event: "Not reached in 200 runs per night", state: "protected" },
];

const STATE_LABELS = {
  attack: { label: "Attack", classes: "text-negative" },
  control: { label: "Fix", classes: "text-accent" },
  protected: { label: "Safe", classes: "text-positive" },
} as const;

/** A diagram of one finding: the path of the attack, and the fix that stops it. */
export function AttackPath() {
  return (
    <figure className="mt-16 rounded-medium border border-line bg-surface p-5 sm:p-6">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="text-18">One finding, from attack to evidence</h3>
        <a
          href="/sample-report.pdf"
          download=""
          className="inline-flex min-h-6 items-center gap-1.5 text-14 text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
        >
          <ArrowDown aria-hidden="true" className="size-4" />
          Download the sample report (PDF)
        </a>
      </figcaption>
      <ol className="attack-path mt-6 grid gap-y-6 lg:grid-cols-4 lg:gap-x-6">
        {STAGES.map(({ place, event, state }) => (
          <li key={place} data-state={state} className="relative pl-7 lg:pt-7 lg:pl-0">
            <p className={`font-mono text-13 ${STATE_LABELS[state].classes}`}>{STATE_LABELS[state].label}</p>
            <p className="mt-1 font-medium">{place}</p>
            <p className="mt-1 text-14 text-muted">{event}</p>
          </li>
        ))}
      </ol>
    </figure>
  );
}
