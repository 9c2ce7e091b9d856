import "./attack-path.css";
import { Markdown } from "#app/components/findings/markdown.tsx";
import {
  SAMPLE_FIRST_RECOMMENDATION,
  SAMPLE_INJECTION,
  SAMPLE_LOG_EXCERPT,
} from "#domain/findings/report/sample-findings.ts";
import { PhoneDetails } from "../phone-details.tsx";
import { FindingPart, FindingStatus, LatestRetest } from "../sample-finding.tsx";
import { SampleReportLink } from "../sample-report-link.tsx";
import { servicePath } from "../service-path.ts";

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

const { title, affectedAsset, mappings } = SAMPLE_INJECTION;

/** A finding of the sample report: the path of the attack, the fix that stops it, and the evidence. */
export function AttackPath() {
  return (
    <figure className="mt-16 rounded-medium border border-line bg-surface p-5 sm:p-6">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="text-18">One finding, from attack to evidence</h3>
        <SampleReportLink />
      </figcaption>
      <Summary />
      <ol className="attack-path mt-6 grid gap-y-6 lg:grid-cols-4 lg:gap-x-6">
        {STAGES.map(({ place, event, state }) => (
          <li key={place} data-state={state} className="relative pl-7 lg:pt-7 lg:pl-0">
            <p className={`font-mono text-13 ${STATE_LABELS[state].classes}`}>{STATE_LABELS[state].label}</p>
            <p className="mt-1 font-medium">{place}</p>
            <p className="mt-1 text-14 text-muted">{event}</p>
          </li>
        ))}
      </ol>
      <div className="mt-6 border-line border-t pt-5">
        <PhoneDetails label="Show evidence and fix">
          <Evidence />
        </PhoneDetails>
      </div>
    </figure>
  );
}

/** The title and status of the finding, with a link to the full finding. */
function Summary() {
  return (
    <div className="mt-5 border-line border-t pt-5">
      <FindingStatus finding={SAMPLE_INJECTION} />
      <p className="mt-2">
        <a
          href={`${servicePath("AI Security Assessment")}#sample`}
          className="rounded-small font-medium underline decoration-edge underline-offset-4 hover:text-accent"
        >
          {title}
        </a>
      </p>
      <p className="mt-1 flex flex-wrap justify-between gap-x-6 gap-y-1 text-14 text-muted">
        {affectedAsset}
        <span className="text-13 text-faint">{mappings.map(({ id }) => id).join(" · ")}</span>
      </p>
    </div>
  );
}

/** What proves the finding, and what proves that it is fixed. */
function Evidence() {
  return (
    <div className="grid gap-x-8 gap-y-6 max-sm:mt-5 lg:grid-cols-[3fr_2fr]">
      <FindingPart heading="Evidence from the log">
        <Markdown text={SAMPLE_LOG_EXCERPT} />
      </FindingPart>
      <div className="grid content-start gap-6">
        <FindingPart heading="Recommendation">
          <Markdown text={SAMPLE_FIRST_RECOMMENDATION} />
        </FindingPart>
        <LatestRetest finding={SAMPLE_INJECTION} />
      </div>
    </div>
  );
}
