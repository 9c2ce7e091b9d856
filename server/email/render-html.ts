import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Detail, EmailBlock, EmailContent } from "#server/email/content.ts";
import type { Markup } from "#server/http/plain-page.ts";

/** The sender shown in an email. Only URLs with the same origin as `publicUrl` become links. */
export type Sender = { name: string; publicUrl: string };

// The design tokens from app/app.css as hex colors, because email clients don't support OKLCH.
const STYLE = `
body{margin:0;background:#080c13;color:#eef2f7;font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
table{border-spacing:0}
.frame{width:100%;background:#080c13}
.sheet{width:calc(100% - 16px);max-width:560px;margin:0 auto}
.head{padding:32px 24px 16px;font-size:18px;font-weight:600;color:#eef2f7}
.body{padding:24px;background:#0f141c;border:1px solid #2a313c;border-radius:10px;color:#eef2f7}
h1{margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:600;color:#eef2f7}
p{margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere}
blockquote{margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #2a313c;white-space:pre-line;overflow-wrap:anywhere}
a{color:#56e0c3}
.button{display:inline-block;padding:11px 20px;border-radius:6px;background:#56e0c3;color:#06251f;font-weight:600;text-decoration:none}
.code{font:600 18px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.small{font-size:13px;color:#b3bcc9}
.details{width:100%;margin:0 0 16px}
.details th{padding:6px 16px 6px 0;text-align:left;vertical-align:baseline;font-size:13px;font-weight:400;color:#b3bcc9;white-space:nowrap}
.details td{padding:6px 0;vertical-align:baseline;overflow-wrap:anywhere}
.body>:last-child{margin-bottom:0}
.foot{padding:16px 24px 32px;font-size:13px;color:#b3bcc9}
`;

/** Hash that allows the inline style in a Content-Security-Policy. */
export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/** Renders the HTML version of an email. Every value is escaped. */
export async function renderHtml({ subject, blocks }: EmailContent, sender: Sender): Promise<string> {
  const footnotes = blocks.filter((block) => block.type === "footnote");
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${subject}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body bgcolor="#080c13">
        <table class="frame" role="presentation" bgcolor="#080c13"><tr><td align="center">
          <table class="sheet" role="presentation">
            <tr><td class="head">${sender.name}</td></tr>
            <tr><td class="body" bgcolor="#0f141c"><h1>${subject}</h1>${blocks.map((block) => renderBlock(block, sender))}</td></tr>
            <tr><td class="foot">${sender.name} · <a href="${sender.publicUrl}">${new URL(sender.publicUrl).host}</a>${footnotes.map(({ text }) => ` · ${text}`)}</td></tr>
          </table>
        </td></tr></table>
      </body>
    </html>`;
  return String(await page);
}

function renderBlock(block: EmailBlock, sender: Sender): Markup | string {
  switch (block.type) {
    case "greeting":
      return html`<p>${block.name ? `Hi ${block.name},` : "Hi,"}</p>`;
    case "paragraph":
      return html`<p>${block.text}</p>`;
    case "details":
      return renderDetails(block.rows);
    case "button":
      return isOwnUrl(block.url, sender)
        ? renderButton(block.label, block.url)
        : html`<p>${block.label}: ${block.url}</p>`;
    case "code":
      return html`<p class="code">${block.code}</p>`;
    case "quote":
      return html`<blockquote>${block.text}</blockquote>`;
    case "footnote":
      return "";
  }
}

function renderButton(label: string, url: string): Markup {
  return html`<p><a class="button" href="${url}">${label}</a></p>
    <p class="small">Or paste this link into your browser: <a href="${url}">${url}</a></p>`;
}

function renderDetails(rows: readonly Detail[]): Markup {
  return html`<table class="details">
    ${rows.map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${breakBeforeHost(value)}</td></tr>`)}
  </table>`;
}

/** Allows a line break before the domain of an email address. */
function breakBeforeHost(value: string): string | Markup {
  const [name, host, ...more] = value.split("@");
  return host === undefined || more.length > 0 || /\s/.test(value) ? value : html`${name}<wbr />@${host}`;
}

function isOwnUrl(url: string, { publicUrl }: Sender): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(publicUrl).origin;
}
