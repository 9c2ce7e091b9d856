import "./terminal.css";
import { classNames } from "#app/ui/class-names.ts";
import { Pause, Play } from "#app/ui/icons.tsx";
import { TERMINAL_STEPS, type TerminalStep } from "./terminal-steps.ts";

/**
 * A 26-line transcript that is complete in the initial HTML. If scripts run and motion is allowed,
 * terminal.css animates it once and scripts/terminal.ts can pause it. Screen readers always read the full
 * text.
 */
export function Terminal() {
  return (
    <figure className="min-w-0">
      <div className="overflow-hidden rounded-medium border border-line bg-surface">
        <div className="flex h-11 items-center justify-between border-line border-b pr-1 pl-4">
          <span className="font-mono text-13 text-faint">sample engagement</span>
          <button
            type="button"
            data-terminal-button="playing"
            aria-label="Pause animation"
            className="terminal-control group size-9 place-items-center rounded-small text-muted hover:bg-raised hover:text-text"
          >
            <Pause aria-hidden="true" className="hidden size-4 group-data-[terminal-button=playing]:block" />
            <Play aria-hidden="true" className="size-4 group-data-[terminal-button=playing]:hidden" />
          </button>
        </div>
        <ol
          data-terminal="playing"
          aria-label="Terminal transcript"
          className="px-4 py-3 font-mono text-13/5"
        >
          {TERMINAL_STEPS.map((step, index) => (
            <li
              key={`${step.kind} ${step.text}`}
              data-step={index + 1}
              className={classNames("terminal-step", step.kind === "command" && "terminal-command")}
            >
              <StepText step={step} />
            </li>
          ))}
        </ol>
      </div>
    </figure>
  );
}

function StepText({ step }: { step: TerminalStep }) {
  switch (step.kind) {
    case "command":
      return (
        <>
          <span className="text-accent">$ </span>
          {step.text}
        </>
      );
    case "output":
      return <span className="text-muted">{step.text}</span>;
    case "done":
      return (
        <>
          <span className="text-positive">ok </span>
          <span className="text-muted">{step.text}</span>
        </>
      );
    case "figure":
      return (
        <>
          <span className="inline-block w-[17ch] text-muted">{step.label} </span>
          <span className="text-text">{step.text}</span>
        </>
      );
  }
}
