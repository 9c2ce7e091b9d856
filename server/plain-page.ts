import type { Context } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { brand } from "#brand";

/** A piece of a page, its values escaped. */
export type Markup = ReturnType<typeof html>;

/** A page the server writes itself, for answers to forms where scripts do not run. Every value is escaped. */
export function plainPage(
  context: Context,
  status: ContentfulStatusCode,
  title: string,
  paragraphs: readonly string[],
  more: Markup | "" = "",
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
            ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)} ${more}
            <p><a href="/">Back to Home</a></p>
          </main>
        </body>
      </html>`,
    status,
  );
}
