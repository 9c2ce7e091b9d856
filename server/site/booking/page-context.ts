import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PageOrigins } from "#server/http/security-headers.ts";
import { type PageTemplate, readPageTemplate, type TemplateValues } from "#server/site/page-template.ts";
import {
  type Captcha,
  HTML_TYPE,
  type PageSources,
  readPageValues,
  renderHtml,
} from "#server/site/render-page.ts";

/** What the pages for booking share. */
export type BookingPageOptions = PageOrigins &
  PageSources & {
    captcha?: Captcha | null | undefined;
    /** The prerendered pages by path. */
    pages: ReadonlyMap<string, string>;
  };

/** A template and how to send it. */
export type BookingPage = {
  readonly template: PageTemplate;
  send: (context: Context, values: TemplateValues, status?: ContentfulStatusCode) => Promise<Response>;
};

/**
 * Reads the template of a page. The pages differ per visitor, so they are not cached. The template contains the values that
 * all visitors see, so it is rendered again only when one of them changes.
 */
export function createBookingPage(path: string, options: BookingPageOptions): BookingPage {
  const html = options.pages.get(path) ?? "";
  const render = (values: ReturnType<typeof readPageValues>) => {
    const { html: rendered, ...headers } = renderHtml(html, values, options);
    return { template: readPageTemplate(rendered), ...headers };
  };
  let current: { key: string; page: ReturnType<typeof render> } | null = null;
  const read = () => {
    const values = readPageValues(options, options.captcha);
    const key = JSON.stringify([values.year, values.retention]);
    if (current?.key !== key) {
      current = { key, page: render(values) };
    }
    return current.page;
  };
  return {
    get template() {
      return read().template;
    },
    async send(context, values, status = 200) {
      const { template, policy, hasCaptcha } = read();
      context.header("Content-Security-Policy", policy);
      // The CAPTCHA provider's frame does not send the headers that cross-origin embedding requires.
      if (hasCaptcha) {
        context.header("Cross-Origin-Embedder-Policy", "unsafe-none");
      }
      context.header("Cache-Control", "no-store");
      context.header("Content-Type", HTML_TYPE);
      return context.body(template.page(values), status);
    },
  };
}
