import type { Brand } from "#brand";
import { SEVERITY_LABELS, type Severity } from "#domain/findings/severity.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import {
  button,
  clientSignature,
  type Detail,
  details,
  type EmailContent,
  type FormatName,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
  withTitle,
} from "#server/email/content.ts";

/** More rows would push the button out of view. */
const MAX_ROWS = 15;

/** What happened to one finding, such as "Published", and as a subject: "New finding WL-12-003". */
export type FindingUpdate = {
  findingId: string;
  key: string;
  severity: Severity;
  text: string;
  headline: string;
  /** The name of the finding's project. */
  project: string;
  /** Whether the finding was published. */
  isNew: boolean;
  isByFirm: boolean;
  /** The name of a comment's author. Null for other updates, and empty if unknown. */
  commentAuthor: string | null;
};

/** Sent to people of a client. Contains no titles and no texts of findings, because reading them requires signing in. */
export function findingsChanged(
  updates: readonly FindingUpdate[],
  recipientName: string,
  company: string,
  publicUrl: string,
  brand: Pick<Brand, "name" | "accountManager">,
): EmailContent {
  const keys = new Set(updates.map(({ key }) => key));
  const [only] = keys.size === 1 ? updates : [];
  return withTitle(
    (shorten) =>
      only
        ? `${summarize(only, updates.length)} (${shorten(only.project)})`
        : summarizeForClient(updates, keys.size, { brand, shorten }),
    [
      greeting(recipientName),
      paragraph(
        only
          ? `${introduce(only, updates.length)} Sign in to read it.`
          : `${introduceAll(updates, keys.size, company)} Sign in to read them.`,
      ),
      // The subject contains the finding and its project, and the introduction its severity.
      ...(only && isSingleNew(only, updates.length)
        ? []
        : [details(...(only ? [describeUpdates(updates)] : toRows(updates)))]),
      button(
        only ? "View finding" : "View findings",
        `${publicUrl}/client-portal?section=findings${only ? `&finding=${only.findingId}` : ""}`,
      ),
      clientSignature(brand),
      preferences(publicUrl),
      reasonFootnote(`you can read the findings of ${company} in the ${brand.name} client portal.`),
    ],
  );
}

/** Sent to the firm when a client comments, disputes a finding, or requests or cancels a retest. */
export function findingsChangedForFirm(
  updates: readonly FindingUpdate[],
  company: string,
  publicUrl: string,
): EmailContent {
  const keys = new Set(updates.map(({ key }) => key));
  const [only] = keys.size === 1 ? updates : [];
  return withTitle(
    (shorten) =>
      `${shorten(company)}: ${only ? summarize(only, updates.length) : `updates to ${formatCount(keys.size, "finding")}`}`,
    [
      paragraph(
        only && updates.length === 1 && only.commentAuthor
          ? `${only.commentAuthor} from ${company} commented on finding ${only.key}.`
          : `${company} updated ${only ? `finding ${only.key}` : formatCount(keys.size, "finding")}.`,
      ),
      details(...(only ? describeOnly(only, updates) : toRows(updates))),
      button(
        only ? "View finding" : "View findings",
        `${publicUrl}/admin/findings${only ? `/${only.findingId}` : ""}`,
      ),
      reasonFootnote("this address receives notifications about findings."),
    ],
  );
}

/** The first sentence about one finding. */
function introduce(update: FindingUpdate, count: number): string {
  const severity = formatSeverity(update.severity);
  return isSingleNew(update, count)
    ? `We published a new ${severity} finding.`
    : `This ${severity} finding has ${count === 1 ? "an update" : formatCount(count, "update")}.`;
}

function isSingleNew({ isNew }: FindingUpdate, count: number): boolean {
  return isNew && count === 1;
}

function formatSeverity(severity: Severity): string {
  return severity === "info" ? "informational" : `${severity}-severity`;
}

/** The first sentence about several findings. */
function introduceAll(updates: readonly FindingUpdate[], count: number, company: string): string {
  return areNew(updates)
    ? `We published ${formatCount(count, "new finding")} for ${company}.`
    : `There are updates to ${formatCount(count, "finding")} of ${company}.`;
}

function areNew(updates: readonly FindingUpdate[]): boolean {
  return updates.every(({ isNew }) => isNew);
}

/** Summarizes the updates of one finding. */
function summarize({ key, headline }: FindingUpdate, count: number): string {
  return count === 1 ? headline : `${formatCount(count, "update")} to finding ${key}`;
}

/** Names the firm if it made all updates, unless all of them are new findings. Names the project if there is only one. */
function summarizeForClient(
  updates: readonly FindingUpdate[],
  count: number,
  { brand, shorten }: { brand: Pick<Brand, "name">; shorten: FormatName },
): string {
  const findings = formatCount(count, "finding");
  const [project = "", ...otherProjects] = new Set(updates.map((update) => update.project));
  const where = otherProjects.length === 0 ? shorten(project) : `${otherProjects.length + 1} projects`;
  if (areNew(updates)) {
    return `${formatCount(count, "new finding")} in ${where}`;
  }
  return updates.every(({ isByFirm }) => isByFirm)
    ? `${brand.name} updated ${findings}: ${where}`
    : `${findings} updated: ${where}`;
}

function describeFinding({ key, severity }: FindingUpdate): string {
  return `${key} · ${SEVERITY_LABELS[severity]}`;
}

/** The rows of an email to the firm about one finding. */
function describeOnly(
  { key, severity, project }: FindingUpdate,
  updates: readonly FindingUpdate[],
): Detail[] {
  return [
    ["Finding", key],
    ["Severity", SEVERITY_LABELS[severity]],
    ["Project", project],
    describeUpdates(updates),
  ];
}

function describeUpdates(updates: readonly FindingUpdate[]): Detail {
  return [updates.length === 1 ? "Update" : "Updates", joinTexts(updates)];
}

function joinTexts(updates: readonly FindingUpdate[]): string {
  return [...new Set(updates.map(({ text }) => text))].join(", ");
}

/** One row per finding, such as "WL-12-003 · High", with its updates in order. */
function toRows(updates: readonly FindingUpdate[]): Detail[] {
  const rows = [...Map.groupBy(updates, describeFinding)].map(
    ([finding, ofFinding]): Detail => [finding, joinTexts(ofFinding)],
  );
  const hidden = rows.length - MAX_ROWS;
  return hidden > 0 ? [...rows.slice(0, MAX_ROWS), ["And", `${formatCount(hidden, "more finding")}`]] : rows;
}
