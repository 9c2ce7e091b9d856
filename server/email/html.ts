import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Markup } from "#server/plain-page.ts";

/** Whose mail it is; only addresses of `publicUrl` become links. */
export type Sender = { name: string; publicUrl: string };

// Mail readers know no OKLCH: the tokens of app/app.css in the notation they know.
const STYLE = `
body{margin:0;background:#080c13;color:#eef2f7;font:16px/1.55 system-ui,-apple-system,"Segoe UI",sans-serif}
table{border-spacing:0}
.frame{width:100%;background:#080c13}
.sheet{width:calc(100% - 16px);max-width:560px;margin:0 auto}
.head{padding:32px 24px 16px;font-size:18px;font-weight:600;color:#eef2f7}
.body{padding:24px;background:#0f141c;border:1px solid #2a313c;border-radius:10px;color:#eef2f7}
h1{margin:0 0 16px;font-size:22px;line-height:1.25;font-weight:600;color:#eef2f7}
p{margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere}
a{color:#56e0c3}
.act{display:inline-block;padding:11px 20px;border-radius:6px;background:#56e0c3;color:#06251f;font-weight:600;text-decoration:none}
.code{font:600 18px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.small{font-size:13px;color:#b3bcc9}
.facts{width:100%;margin:0 0 16px}
.facts th{padding:6px 16px 6px 0;text-align:left;vertical-align:baseline;font-size:13px;font-weight:400;color:#b3bcc9;white-space:nowrap}
.facts td{padding:6px 0;vertical-align:baseline;overflow-wrap:anywhere}
.body>:last-child{margin-bottom:0}
.foot{padding:16px 24px 32px;font-size:13px;color:#b3bcc9}
`;

/** The hash that lets a page under a strict Content-Security-Policy show a message with its design. */
export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/**
 * A message's text as designed HTML. Blocks are parted by an empty line: `Label:` above an address of ours is the button,
 * lines of `Label: value` are a table, a code to be typed stands out, the rest are paragraphs. Every value is escaped,
 * so what a visitor typed stays words, and no address but our own can be pressed.
 */
export async function htmlOf(mail: { subject: string; text: string }, sender: Sender): Promise<string> {
  const blocks = mail.text.trim().split(/\n\s*\n/);
  // The last line signs; the sheet's head and foot do that already.
  if (blocks.at(-1) === sender.name) blocks.pop();
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${mail.subject}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body bgcolor="#080c13">
        <table class="frame" role="presentation" bgcolor="#080c13"><tr><td align="center">
          <table class="sheet" role="presentation">
            <tr><td class="head">${sender.name}</td></tr>
            <tr><td class="body" bgcolor="#0f141c"><h1>${mail.subject}</h1>${blocks.map((block) => blockOf(block, sender))}</td></tr>
            <tr><td class="foot">Sent by ${sender.name}, <a href="${sender.publicUrl}">${host(sender)}</a></td></tr>
          </table>
        </td></tr></table>
      </body>
    </html>`;
  return String(await page);
}

function blockOf(block: string, sender: Sender): Markup {
  const lines = block.split("\n");
  const [first = "", second = ""] = lines;
  if (lines.length === 2 && first.endsWith(":") && isOurs(second, sender)) return button(first, second);
  const facts = lines.map((line) => /^([A-Z][\w -]{1,24}): (.+)$/.exec(line));
  if (facts.length > 1 && facts.every((fact) => fact !== null)) return table(facts);
  if (CODE.test(block)) return html`<p class="code">${block}</p>`;
  return html`<p>${linked(block, sender)}</p>`;
}

/** A code to be typed, alone in its block: a word with a digit, or a capital after a small letter. */
const CODE = /^(?=\S*(\d|[a-z][A-Z]))[\w-]{6,64}$/;

function button(label: string, address: string): Markup {
  return html`<p><a class="act" href="${address}">${label.slice(0, -1)}</a></p>
    <p class="small">Or open this address: <a href="${address}">${address}</a></p>`;
}

function table(facts: RegExpExecArray[]): Markup {
  return html`<table class="facts">
    ${facts.map(([, label, value]) => html`<tr><th scope="row">${label}</th><td>${breakable(value ?? "")}</td></tr>`)}
  </table>`;
}

/** An e-mail address breaks before its host, where it must. */
function breakable(value: string): string | Markup {
  const [name, host, ...more] = value.split("@");
  return host === undefined || more.length > 0 || /\s/.test(value) ? value : html`${name}<wbr />@${host}`;
}

/** Our own addresses inside a sentence can be pressed; a full stop behind one is the sentence's. */
function linked(text: string, sender: Sender): (string | Markup)[] {
  return text.split(/(https?:\/\/\S+)/).map((part) => {
    const [, address = "", rest = ""] = /^(.*?)([.,;:!?)]*)$/s.exec(part) ?? [];
    return isOurs(address, sender) ? html`<a href="${address}">${address}</a>${rest}` : part;
  });
}

function isOurs(text: string, { publicUrl }: Sender): boolean {
  return URL.canParse(text) && new URL(text).origin === new URL(publicUrl).origin;
}

const host = ({ publicUrl }: Sender): string => new URL(publicUrl).host;
