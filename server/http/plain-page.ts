import type { Context } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { brand } from "#brand";

/** A fragment of HTML with escaped values. */
export type Markup = ReturnType<typeof html>;

/** Renders a page on the server, for forms sent without JavaScript. All values are escaped. */
export function renderPlainPage(
  context: Context,
  status: ContentfulStatusCode,
  title: string,
  paragraphs: readonly string[],
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
        </body>
      </html>`,
    status,
  );
}
