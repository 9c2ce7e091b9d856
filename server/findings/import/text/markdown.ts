/** Longer runs of backticks are cut, so that the fence stays short. */
const MAX_BACKTICKS = 50;

/** A fenced code block. Its fence is longer than any run of backticks in the content. */
export function codeBlock(content: string): string {
  const text = content.replace(/`{51,}/g, `${"`".repeat(MAX_BACKTICKS)}…`);
  const fence = fenceFor(text, 3);
  return `${fence}text\n${text}\n${fence}`;
}

/** Names and ids of a tool. The text must be one line. */
export function inlineCode(text: string): string {
  const fence = fenceFor(text, 1);
  return /^[^`\s](?:[^`]*[^`\s])?$/.test(text) ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}

/** Formats plain text as paragraphs, without any Markdown syntax in effect. */
export function escapeMarkdown(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((paragraph) => escapeParagraph(paragraph.replace(/\s+/g, " ").trim()))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/**
 * Keeps lists, emphasis and code, but no HTML, links or images. Only fences at the start of a line stay code blocks,
 * because they begin and end independently of lists and quotes.
 */
export function escapeActiveMarkdown(text: string): string {
  let fence: string | null = null;
  const lines = text.split("\n").map((line) => {
    if (fence !== null) {
      fence = closesFence(line, fence) ? null : fence;
      return line;
    }
    fence = openedFence(line);
    return fence === null ? escapeActiveSyntax(line) : line;
  });
  return fence === null ? lines.join("\n") : `${lines.join("\n")}\n${fence}`;
}

function openedFence(line: string): string | null {
  return /^(`{3,})[^`]*$/.exec(line)?.[1] ?? /^~{3,}/.exec(line)?.[0] ?? null;
}

function closesFence(line: string, fence: string): boolean {
  const run = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1] ?? "";
  return run.startsWith(fence);
}

/** Escapes the starts of tags, links, images and indented fences that are not escaped yet. */
function escapeActiveSyntax(line: string): string {
  return line.replace(
    /(?<!\\)(\\*)([<[]|`{3,}|~{3,})/g,
    (match: string, backslashes: string, syntax: string) =>
      backslashes.length % 2 === 0 ? `${backslashes}${syntax.replace(/./g, "\\$&")}` : match,
  );
}

function escapeParagraph(text: string): string {
  return text
    .replace(/[\\`*_[\]<>~|&]/g, "\\$&")
    .replace(/^[#+=-]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

function fenceFor(text: string, minLength: number): string {
  const runs = text.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  return "`".repeat(Math.max(minLength, longest + 1));
}
