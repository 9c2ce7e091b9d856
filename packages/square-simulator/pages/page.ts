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
  /** Origins besides our own that a form of this page may end at. */
  formTargets?: string[];
};

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Answers with a page that runs no script and says at its top that it is not Square. */
export function showPage(context: Context, page: Page): Response | Promise<Response> {
  const formAction = ["'self'", ...(page.formTargets ?? [])].join(" ");
  context.header(
    "Content-Security-Policy",
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  );
  context.header("Cache-Control", "no-store");
  context.header("X-Content-Type-Options", "nosniff");
  // The address of a consent page carries a state, and its form must still tell its origin.
  context.header("Referrer-Policy", "same-origin");
  return context.html(documentOf(page), page.status ?? 200);
}

/** A page that only says something. */
export function showNotice(
  context: Context,
  title: string,
  text: string,
  status: ContentfulStatusCode = 200,
): Response | Promise<Response> {
  return showPage(context, { title, status, body: html`<h1>${title}</h1><p>${text}</p>` });
}

function documentOf({ title, body }: Page): Markup {
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
<header><p><strong>Simulated Square</strong> – no money moves here.</p></header>
<main>${body}</main>
</body>
</html>`;
}
