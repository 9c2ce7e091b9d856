import type { Brand } from "#brand";
import { formatCount } from "#domain/text/pluralize.ts";
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
export type FindingUpdate = { findingId: string; key: string; text: string };

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
    subject: only ? summarize(only, updates.length) : `Updates to ${formatCount(keys.size, "finding")}`,
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

/** One row per finding with its updates in order. */
function toRows(updates: readonly FindingUpdate[]): Detail[] {
  const texts = new Map<string, string[]>();
  for (const { key, text } of updates) {
    texts.set(key, [...(texts.get(key) ?? []), text]);
  }
  const rows = [...texts].map(([key, list]): Detail => [key, [...new Set(list)].join(", ")]);
  const hidden = rows.length - MAX_ROWS;
  return hidden > 0 ? [...rows.slice(0, MAX_ROWS), ["And", `${formatCount(hidden, "more finding")}`]] : rows;
}
