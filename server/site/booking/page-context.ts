import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PageOrigins } from "#server/http/security-headers.ts";
import { type PageTemplate, readPageTemplate, type TemplateValues } from "#server/site/page-template.ts";
import { type Captcha, type PageSources, readPageValues, renderPage } from "#server/site/render-page.ts";

/** What the pages for booking share. */
export type BookingPageOptions = PageOrigins &
  PageSources & {
    captcha?: Captcha | null | undefined;
    /** The prerendered pages by path. */
    pages: ReadonlyMap<string, string>;
  };

/** A template and how to send it. */
export type BookingPage = {
  template: PageTemplate;
  send: (context: Context, values: TemplateValues, status?: ContentfulStatusCode) => Promise<Response>;
};

/** Reads the template of a page. The pages differ per visitor, so they are not cached. */
export function createBookingPage(path: string, options: BookingPageOptions): BookingPage {
  const template = readPageTemplate(options.pages.get(path) ?? "");
  return {
    template,
    async send(context, values, status = 200) {
      const { file, policy, hasCaptcha } = renderPage(
        template.page(values),
        readPageValues(options, options.captcha),
        options,
      );
      context.header("Content-Security-Policy", policy);
      // The CAPTCHA provider's frame does not send the headers that cross-origin embedding requires.
      if (hasCaptcha) {
        context.header("Cross-Origin-Embedder-Policy", "unsafe-none");
      }
      context.header("Cache-Control", "no-store");
      context.header("Content-Type", file.type);
      const { body } = await file.content("identity");
      return context.body(body, status);
    },
  };
}
