import type { Brand } from "#brand";
import { SEVERITY_LABELS, type Severity } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { shortenName } from "#domain/text/shorten-name.ts";
import {
  button,
  type Detail,
  details,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  signature,
} from "#server/email/content.ts";

/** More rows would push the button out of view. */
const MAX_ROWS = 15;

/** What happened to one finding, such as `WL-12-003` and "Published". */
export type FindingUpdate = {
  findingId: string;
  key: string;
  severity: Severity;
  text: string;
  /** The name of the finding's project. */
  project: string;
  isByFirm: boolean;
};

/** Sent to people of a client. Contains no titles and no texts of findings, because reading them requires signing in. */
export function findingsChanged(
  updates: readonly FindingUpdate[],
  recipientName: string,
  company: string,
  publicUrl: string,
  brand: Pick<Brand, "name">,
): EmailContent {
  const keys = new Set(updates.map(({ key }) => key));
  const [only] = keys.size === 1 ? updates : [];
  return {
    subject: only ? summarize(only, updates.length) : summarizeForClient(updates, keys.size, brand),
    blocks: [
      greeting(recipientName),
      paragraph(
        only
          ? `Finding ${only.key} of ${company} has been updated.`
          : `${formatCount(keys.size, "finding")} of ${company} have been updated.`,
      ),
      details(...toRows(updates)),
      button(
        only ? "View finding" : "View findings",
        `${publicUrl}/client-portal?section=findings${only ? `&finding=${only.findingId}` : ""}`,
      ),
      signature(brand),
      preferences(publicUrl),
      reasonFootnote(`you can read the findings of ${company} in the ${brand.name} client portal.`),
    ],
  };
}

/** Sent to the firm when a client comments, disputes a finding, or requests or cancels a retest. */
export function findingsChangedForFirm(
  updates: readonly FindingUpdate[],
  company: string,
  publicUrl: string,
): EmailContent {
  const keys = new Set(updates.map(({ key }) => key));
  const [only] = keys.size === 1 ? updates : [];
  return {
    subject: `${company}: ${only ? summarize(only, updates.length) : `updates to ${formatCount(keys.size, "finding")}`}`,
    blocks: [
      paragraph(`${company} updated ${only ? `finding ${only.key}` : formatCount(keys.size, "finding")}.`),
      details(...toRows(updates)),
      button(
        only ? "View finding" : "View findings",
        `${publicUrl}/admin/findings${only ? `/${only.findingId}` : ""}`,
      ),
      reasonFootnote("this address receives notifications about findings."),
    ],
  };
}

function summarize({ key, text }: FindingUpdate, count: number): string {
  return `${key}: ${count === 1 ? text : formatCount(count, "update")}`;
}

/** Names the firm only if all updates are by the firm, and the project only if there is one. */
function summarizeForClient(
  updates: readonly FindingUpdate[],
  count: number,
  brand: Pick<Brand, "name">,
): string {
  const findings = formatCount(count, "finding");
  const [project = "", ...otherProjects] = new Set(updates.map((update) => update.project));
  const where = otherProjects.length === 0 ? shortenName(project) : `${otherProjects.length + 1} projects`;
  return updates.every(({ isByFirm }) => isByFirm)
    ? `${brand.name} updated ${findings}: ${where}`
    : `${findings} updated: ${where}`;
}

function describeFinding({ key, severity }: FindingUpdate): string {
  return `${key} · ${SEVERITY_LABELS[severity]}`;
}

/** One row per finding, such as "WL-12-003 · High", with its updates in order. */
function toRows(updates: readonly FindingUpdate[]): Detail[] {
  const rows = [...Map.groupBy(updates, describeFinding)].map(([key, ofFinding]): Detail => {
    const texts = new Set(ofFinding.map(({ text }) => text));
    return [key, [...texts].join(", ")];
  });
  const hidden = rows.length - MAX_ROWS;
  return hidden > 0 ? [...rows.slice(0, MAX_ROWS), ["And", `${formatCount(hidden, "more finding")}`]] : rows;
}
