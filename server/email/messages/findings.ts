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

/** More rows would hide the button. */
const MAX_ROWS = 15;

/** What happened to one finding, such as `WL-12-003` and "Published". */
export type FindingNews = { findingId: string; key: string; text: string };

/** Sent to people of a client. Contains no titles and no texts of findings, because reading them requires signing in. */
export function findingsChanged(
  news: readonly FindingNews[],
  recipientName: string,
  company: string,
  publicUrl: string,
  brand: Pick<Brand, "name">,
): EmailContent {
  const keys = new Set(news.map(({ key }) => key));
  const [only] = keys.size === 1 ? news : [];
  return {
    subject: only ? `${only.key}: ${only.text}` : `News about ${formatCount(keys.size, "finding")}`,
    blocks: [
      greeting(recipientName),
      paragraph(
        only
          ? `There is news about finding ${only.key} of ${company}.`
          : `There is news about ${formatCount(keys.size, "finding")} of ${company}.`,
      ),
      details(...toRows(news)),
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

/** Sent to the firm when a client comments, disputes a finding, or asks for a retest. */
export function findingsChangedForFirm(
  news: readonly FindingNews[],
  company: string,
  publicUrl: string,
): EmailContent {
  const keys = new Set(news.map(({ key }) => key));
  const [only] = keys.size === 1 ? news : [];
  return {
    subject: only
      ? `${company}: ${only.key}, ${only.text}`
      : `${company}: news about ${formatCount(keys.size, "finding")}`,
    blocks: [
      paragraph(
        `${company} sent news about ${only ? `finding ${only.key}` : formatCount(keys.size, "finding")}.`,
      ),
      details(...toRows(news)),
      button(
        only ? "View finding" : "View findings",
        `${publicUrl}/admin/findings${only ? `/${only.findingId}` : ""}`,
      ),
      reasonFootnote("this address receives news about findings."),
    ],
  };
}

/** One row per finding with its news in order. */
function toRows(news: readonly FindingNews[]): Detail[] {
  const texts = new Map<string, string[]>();
  for (const { key, text } of news) {
    texts.set(key, [...(texts.get(key) ?? []), text]);
  }
  const rows = [...texts].map(([key, list]): Detail => [key, [...new Set(list)].join(", ")]);
  const hidden = rows.length - MAX_ROWS;
  return hidden > 0 ? [...rows.slice(0, MAX_ROWS), ["And", `${formatCount(hidden, "more finding")}`]] : rows;
}
