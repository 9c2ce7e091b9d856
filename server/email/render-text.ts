import type { EmailBlock } from "#server/email/content.ts";
import type { Sender } from "#server/email/render-html.ts";

const HIDDEN_TYPES: ReadonlySet<EmailBlock["type"]> = new Set([
  "heading",
  "personal",
  "calendar",
  "document",
  "invitation",
]);

/** Renders the plain text version of an email, without the sender's signature. */
export function renderText(blocks: readonly EmailBlock[]): string {
  const isFootnote = ({ type }: EmailBlock) => type === "footnote" || type === "preferences";
  const shown = blocks.filter(({ type }) => !HIDDEN_TYPES.has(type));
  return [...shown.filter((block) => !isFootnote(block)), ...shown.filter(isFootnote)]
    .map(renderBlock)
    .join("\n\n");
}

/** Appends the sender's name and host to the text of an email. */
export function addSignature(text: string, { name, publicUrl }: Sender): string {
  return `${text}\n\n${name} · ${new URL(publicUrl).host}\n`;
}

function renderBlock(block: EmailBlock): string {
  switch (block.type) {
    case "greeting":
      return block.name ? `Hi ${block.name},` : "Hi,";
    case "details":
      return block.rows
        .map(([label, value, url]) => `${label}: ${value}${url ? ` (${url})` : ""}`)
        .join("\n");
    case "amounts":
      // Without the URLs, because the list is easier to read and the button leads to all of them.
      return block.rows
        .map(({ label, note, amount }) => `${label}: ${amount}${note ? ` · ${note}` : ""}`)
        .join("\n");
    case "button":
    case "link":
      return `${block.label}:\n${block.url}`;
    case "code":
      return block.code;
    case "preferences":
      return `Choose which emails you receive:\n${block.url}`;
    case "amount":
      return `${block.label}: ${block.amount}${block.note ? `\n${block.note}` : ""}`;
    case "contact":
      return `${block.text}${block.address}.`;
    case "quote":
      return block.text.replaceAll(/^/gm, "> ");
    case "heading":
    case "personal":
    case "calendar":
    case "document":
    case "invitation":
      return "";
    case "paragraph":
    case "signature":
    case "footnote":
      return block.text;
  }
}
