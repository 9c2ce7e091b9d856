import { html, raw } from "hono/html";
import type { AmountRow, Detail, EmailBlock, EmailContent } from "#server/email/content.ts";
import { EMAIL_COLORS, INLINE, STYLE_SHEET } from "#server/email/email-styles.ts";
import { keepTogether } from "#server/email/keep-together.ts";
import type { Markup } from "#server/http/plain-page.ts";

/** The sender shown in an email. Buttons and text links need a URL of the same origin as `publicUrl` or of the firm. */
export type Sender = { name: string; publicUrl: string };

const { canvas, sheet, accent } = EMAIL_COLORS.light;

/**
 * Renders the HTML version of an email: light, or dark where the client supports it. Every value is escaped. The logo is
 * a table cell with the firm's initial, because common clients block SVG, data URIs and external images.
 */
export async function renderHtml({ subject, blocks }: EmailContent, sender: Sender): Promise<string> {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="supported-color-schemes" content="light dark" />
<title>${subject}</title>
<style>${raw(STYLE_SHEET)}</style>
</head>
${isPersonal(blocks) ? html`<body class="sheet" bgcolor="${sheet}" style="${INLINE.letterBody}">` : html`<body class="canvas" bgcolor="${canvas}" style="${INLINE.body}">`}
${renderPreview(blocks)}
${isPersonal(blocks) ? renderLetter({ subject, blocks }, sender) : renderFramed({ subject, blocks }, sender)}
</body>
</html>`;
  return String(await page);
}

function isPersonal(blocks: readonly EmailBlock[]): boolean {
  return blocks.some((block) => block.type === "personal");
}

function renderLetter({ subject, blocks }: EmailContent, sender: Sender): Markup {
  return html`<div role="article" aria-roledescription="email" aria-label="${subject}">
<table class="sheet" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${sheet}" style="${INLINE.letter}"><tr><td style="${INLINE.letterContent}">
${blocks.map((block) => (block.type === "greeting" ? renderGreetingAsHeading(block) : renderBlock(block, sender)))}
</td></tr>
<tr><td class="muted" style="${INLINE.foot}">${renderFooter(blocks, sender)}</td></tr>
</table>
</div>`;
}

/** The h1 of an email that looks like one from a person. */
function renderGreetingAsHeading({ name }: { name: string | null }): Markup {
  return html`<h1 class="text" style="${INLINE.letterHeading}">${formatGreeting(name)}</h1>`;
}

function renderFramed({ subject, blocks }: EmailContent, sender: Sender): Markup {
  return html`<div role="article" aria-roledescription="email" aria-label="${subject}">
<table class="canvas" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${canvas}" style="${INLINE.canvas}"><tr><td align="center" style="${INLINE.gutter}">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="${INLINE.sheet}">
<tr><td style="${INLINE.head}"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="mark" aria-hidden="true" width="28" height="28" align="center" bgcolor="${accent}" style="${INLINE.mark}">${getInitial(sender.name)}</td>
<td class="text" style="${INLINE.name}">${sender.name}</td>
</tr></table></td></tr>
<tr><td class="sheet" bgcolor="${sheet}" style="${INLINE.content}">
<h1 class="text" style="${INLINE.heading}">${renderHeading(findHeading(blocks) ?? subject)}</h1>
${blocks.map((block) => renderBlock(block, sender))}
</td></tr>
<tr><td class="muted" style="${INLINE.foot}">${renderFooter(blocks, sender)}</td></tr>
</table>
</td></tr></table>
</div>`;
}

function renderHeading(text: string): (Markup | string)[] {
  return keepTogether(text).map((part) =>
    part.isReference ? html`<span style="${INLINE.reference}">${part.text}</span>` : part.text,
  );
}

function findHeading(blocks: readonly EmailBlock[]): string | undefined {
  return blocks.find((block) => block.type === "heading")?.text;
}

/** Invisible characters that fill the preview, so that mail apps do not show the text after it. */
const PREVIEW_PADDING = "&#847;&zwnj;&nbsp;".repeat(80);

/** Renders the hidden text that mail apps show next to the subject in the list of emails. */
function renderPreview(blocks: readonly EmailBlock[]): Markup | string {
  const first = blocks.find((block) => block.type === "paragraph");
  return first ? html`<div style="${INLINE.preview}">${first.text}${raw(PREVIEW_PADDING)}</div>` : "";
}

function getInitial(name: string): string {
  const [initial = ""] = name.trim();
  return initial.toUpperCase();
}

function renderFooter(blocks: readonly EmailBlock[], sender: Sender): Markup {
  const footnotes = blocks.filter((block) => block.type === "footnote");
  const settings = blocks.find((block) => block.type === "preferences");
  const settingsLink =
    settings && isOwnUrl(settings.url, sender)
      ? html`<br />${renderLink("Choose which emails you receive", settings.url)}`
      : "";
  return html`${sender.name}\u00a0· ${renderLink(new URL(sender.publicUrl).host, sender.publicUrl)}${footnotes.map(({ text }) => `\u00a0· ${text}`)}${settingsLink}`;
}

function renderBlock(block: EmailBlock, sender: Sender): Markup | string {
  switch (block.type) {
    case "greeting":
      return renderParagraph(formatGreeting(block.name));
    case "paragraph":
    case "signature":
      return renderParagraph(block.text);
    case "details":
      return renderDetails(block.rows);
    case "amounts":
      return renderAmounts(block.rows, sender);
    case "button":
      return isOwnUrl(block.url, sender) || (block.isFirmUrl && isHttpsUrl(block.url))
        ? html`${renderButton(block.label, block.url)}${block.showsUrl ? renderUrl(block.url) : ""}`
        : renderParagraph(`${block.label}: ${block.url}`);
    case "link":
      return isOwnUrl(block.url, sender)
        ? html`<p class="text" style="${INLINE.text}">${renderLink(block.label, block.url)}</p>`
        : renderParagraph(`${block.label}: ${block.url}`);
    case "amount":
      return html`<p class="muted" style="${INLINE.amountLabel}">${block.label}</p><p class="text" style="${block.note ? INLINE.amountWithNote : INLINE.amount}">${block.amount}</p>${block.note ? html`<p class="muted" style="${INLINE.small}">${block.note}</p>` : ""}`;
    case "contact":
      return html`<p class="text" style="${INLINE.text}">${block.text}${renderLink(block.address, `mailto:${block.address}`)}.</p>`;
    case "code":
      return html`<p class="text" style="${INLINE.code}">${block.code}</p>`;
    case "quote":
      return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${INLINE.quoteTable}"><tr><td class="text" style="${INLINE.quote}">${breakLines(block.text)}</td></tr></table>`;
    case "heading":
    case "personal":
    case "footnote":
    case "preferences":
    case "calendar":
    case "document":
    case "invitation":
      return "";
  }
}

function formatGreeting(name: string | null): string {
  return name ? `Hi ${name},` : "Hi,";
}

function renderParagraph(text: string): Markup {
  return html`<p class="text" style="${INLINE.text}">${breakLines(text)}</p>`;
}

/** Replaces line breaks with `<br>`, because Outlook ignores `white-space`. */
function breakLines(text: string): Markup {
  return html`${text.split("\n").map((line, index) => (index === 0 ? line : html`<br />${line}`))}`;
}

function renderLink(label: string, url: string): Markup {
  return html`<a class="link" href="${url}" style="${INLINE.link}">${label}</a>`;
}

function renderButton(label: string, url: string): Markup {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${INLINE.buttonTable}"><tr><td class="button" align="center" bgcolor="${accent}" style="${INLINE.button}"><a class="button-link" href="${url}" style="${INLINE.buttonLink}">${label}</a></td></tr></table>`;
}

function renderUrl(url: string): Markup {
  return html`<p class="muted" style="${INLINE.small}">Or paste this link into your browser: ${renderLink(url, url)}</p>`;
}

/** Values start at the same position in all emails, unless a label is longer. Labels do not wrap. */
const LABEL_WIDTH = 96;

function renderDetails(rows: readonly Detail[]): Markup {
  return html`<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="${INLINE.details}">
${rows.map(([label, value, url]) => html`<tr><th class="muted" scope="row" width="${LABEL_WIDTH}" style="${INLINE.label}">${label}</th><td class="text" style="${INLINE.value}">${url && isHttpsUrl(url) ? renderLink(value, url) : breakBeforeHost(value)}</td></tr>`)}
</table>`;
}

function renderAmounts(rows: readonly AmountRow[], sender: Sender): Markup {
  return html`<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="${INLINE.details}">
${rows.map(({ label, url, note, amount }) => html`<tr><th class="text" scope="row" style="${INLINE.item}">${url && isOwnUrl(url, sender) ? renderLink(label, url) : label}${note ? html`<p class="muted" style="${INLINE.itemNote}">${note}</p>` : ""}</th><td class="text" align="right" style="${INLINE.itemAmount}">${amount}</td></tr>`)}
</table>`;
}

function isHttpsUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}

/** Allows a line break before the domain of an email address. */
function breakBeforeHost(value: string): string | Markup {
  const [name, host, ...more] = value.split("@");
  return host === undefined || more.length > 0 || /\s/.test(value) ? value : html`${name}<wbr />@${host}`;
}

function isOwnUrl(url: string, { publicUrl }: Sender): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(publicUrl).origin;
}
