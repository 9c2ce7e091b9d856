import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { STYLE } from "./style.ts";

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

export type Page = {
  title: string;
  body: Markup;
  status?: ContentfulStatusCode;
  /** Additional origins that a form of this page may redirect to. */
  formTargets?: string[];
};

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Renders a page without scripts. A banner states that it is a simulation. */
export function renderPage(context: Context, page: Page): Response | Promise<Response> {
  const formAction = ["'self'", ...(page.formTargets ?? [])].join(" ");
  context.header(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header("Cache-Control", "no-store");
  context.header("X-Content-Type-Options", "nosniff");
  // This policy does not leak the OAuth state in the URL of the consent page, but keeps the origin of its form
  // submission.
  context.header("Referrer-Policy", "same-origin");
  return context.html(renderDocument(page), page.status ?? 200);
}

/** Renders a page with only a heading and a message. */
export function renderNotice(
  context: Context,
  title: string,
  text: string,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  return renderPage(context, { title, status, body: html`<h1>${title}</h1><p>${text}</p>` });
}

function renderDocument({ title, body }: Page): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – Simulated Square</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header><p><strong>Simulated Square</strong> – no money is charged here.</p></header>
<main>${body}</main>
</body>
</html>`;
}
