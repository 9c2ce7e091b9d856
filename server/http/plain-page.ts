import type { Context } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { brand } from "#brand";
import { VERIFY_PATH } from "#domain/findings/report/verification.ts";

/** A fragment of HTML with escaped values. */
export type Markup = ReturnType<typeof html>;

/** Renders a page on the server, for forms sent without JavaScript. All values are escaped. */
export function renderPlainPage(
  context: Context,
  status: ContentfulStatusCode,
  title: string,
  paragraphs: readonly (string | Markup)[],
  content: Markup | "" = "",
): Response | Promise<Response> {
  context.header("Cache-Control", "no-store");
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="dark" />
          <meta name="robots" content="noindex" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="preload" href="/fonts/geist.woff2" as="font" type="font/woff2" crossorigin />
          <link rel="stylesheet" href="/plain-page.css" />
          <title>${title} – ${brand.name}</title>
        </head>
        <body>
          <header>
            <a href="/"><img src="/favicon.svg" alt="" width="32" height="32" />${brand.name}</a>
          </header>
          <main>
            <h1>${title}</h1>
            ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)} ${content}
            <p><a href="/">Back to Home</a></p>
          </main>
          <footer>
            <nav aria-label="Footer">
              <a href="/#services">Services</a>
              <a href="/client-portal">Client Portal</a>
              <a href="/#contact">Contact Us</a>
              <a href="/security">Security</a>
              <a href="${VERIFY_PATH}">Verify a document</a>
              <a href="/privacy-policy">Privacy Policy</a>
              <a href="/terms-of-service">Terms of Service</a>
            </nav>
          </footer>
        </body>
      </html>`,
    status,
  );
}
