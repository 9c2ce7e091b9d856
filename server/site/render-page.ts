import { formatMonths, type PublishedRetention } from "#domain/firm/retention.ts";
import {
  buildContentSecurityPolicy,
  type CaptchaProvider,
  type PageOrigins,
} from "#server/http/security-headers.ts";
import { insertNextTimes, type NextTimes } from "#server/site/next-times.ts";
import { escapeHtml } from "#server/site/page-template.ts";
import { createTextFile, type SiteFile } from "#server/site/site-files.ts";

export type Captcha = { provider: CaptchaProvider; siteKey: string };
export type Page = { file: SiteFile; policy: string; hasCaptcha: boolean };

/** Placeholder in the prerendered HTML for the installation's origin. */
const ORIGIN_PLACEHOLDER = "https://origin.invalid";
/** Placeholder in the prerendered HTML for a form's captcha. */
export const CAPTCHA_PLACEHOLDER = 'data-captcha=""';
export const HTML_TYPE = "text/html; charset=utf-8";

/** Values in the built HTML that can change while the server runs. */
export type PageValues = {
  year: number;
  retention: PublishedRetention;
  nextTimes: NextTimes;
  captcha: Captcha | null | undefined;
};

/** Where the values come from. */
export type PageSources = {
  /** Returns the current retention periods. */
  getRetention: () => PublishedRetention;
  /** Returns the next free times for a consultation. */
  getNextTimes: () => NextTimes;
  now: () => Date;
};

export function readPageValues(
  { getRetention, getNextTimes, now }: PageSources,
  captcha: Captcha | null | undefined,
): PageValues {
  return { year: now().getUTCFullYear(), retention: getRetention(), nextTimes: getNextTimes(), captcha };
}

export type PageRenderer = (html: string, values: PageValues) => Page;

/** Caches rendered pages until a value changes that several pages show. */
export function createPageRenderer(origins: PageOrigins): PageRenderer {
  const cache = new Map<string, Page>();
  let cachedValues = "";
  return (html, values) => {
    const { year, retention, nextTimes } = values;
    const currentValues = JSON.stringify({ year, retention, nextTimes });
    if (currentValues !== cachedValues) {
      cache.clear();
    }
    cachedValues = currentValues;
    const key = `${values.captcha ? "captcha" : "plain"} ${html}`;
    const page = cache.get(key) ?? renderPage(html, values, origins);
    cache.set(key, page);
    return page;
  };
}

/** Renders a page as a file. */
export function renderPage(html: string, values: PageValues, origins: PageOrigins): Page {
  const { html: rendered, ...page } = renderHtml(html, values, origins);
  return { file: createTextFile(rendered, HTML_TYPE), ...page };
}

export type RenderedHtml = { html: string; policy: string; hasCaptcha: boolean };

/** Inserts the origin, values and CAPTCHA into the built HTML and computes its content security policy. */
export function renderHtml(
  html: string,
  { year, retention, nextTimes, captcha }: PageValues,
  origins: PageOrigins,
): RenderedHtml {
  const rendered = insertNextTimes(html, nextTimes)
    .replaceAll(ORIGIN_PLACEHOLDER, () => origins.publicUrl)
    .replaceAll(/(<[^>]*\bdata-current-year\b[^>]*>)\d{4}(?=<)/g, `$1${year}`)
    .replaceAll(
      /(<[^>]*\bdata-retention="(inquiries|attempts)"[^>]*>)[^<]*(?=<)/g,
      (_, tag: string, key: keyof PublishedRetention) => tag + formatMonths(retention[key]),
    )
    .replaceAll(CAPTCHA_PLACEHOLDER, () =>
      captcha ? formatCaptchaAttributes(captcha) : CAPTCHA_PLACEHOLDER,
    );
  const policy = buildContentSecurityPolicy(rendered, origins, captcha?.provider);
  return { html: rendered, policy, hasCaptcha: Boolean(captcha) };
}

function formatCaptchaAttributes({ provider, siteKey }: Captcha): string {
  return `data-captcha="${provider}" data-site-key="${escapeHtml(siteKey)}"`;
}
