import type { Node, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

/** Unicode tag characters and controls that change the direction of text, which can hide or disguise text. */
const HIDDEN_CHARACTERS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;
const HIDDEN_CHARACTER_MARK = "\ufffd";

/** Nested quotes and lists, or a run of emphasis marks, that take the parser seconds. */
const EXCESSIVE_MARKS = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*){30}|([*_])\1{29}/m;
/** Pairs of asterisks take quadratic time to match. */
const MAX_ASTERISKS = 1500;
/** Deeper trees would overflow the stack of code that visits their nodes. */
const MAX_DEPTH = 60;

/**
 * Parses Markdown with tables. Raw HTML becomes `html` nodes, which must be shown as text. Shows hidden characters as �. A text
 * with excessive nesting becomes one code block.
 */
export function parseMarkdown(text: string): Root {
  const isExcessive = EXCESSIVE_MARKS.test(text) || text.split("*").length > MAX_ASTERISKS;
  const root = isExcessive ? null : parse(text);
  return root && replaceHiddenCharacters(root)
    ? root
    : { type: "root", children: [{ type: "code", value: replaceHidden(text) }] };
}

function parse(text: string): Root {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}

/** Returns false if the tree is too deep. Entities such as `&#x202e;` are decoded by the parser, so this is done after it. */
function replaceHiddenCharacters(root: Root): boolean {
  let level: Node[] = [root];
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const next: Node[] = [];
    for (const node of level) {
      for (const field of ["value", "alt"] as const) {
        replaceField(node, field);
      }
      next.push(...getChildren(node));
    }
    if (next.length === 0) {
      return true;
    }
    level = next;
  }
  return false;
}

function replaceField(node: Node & { value?: unknown; alt?: unknown }, field: "value" | "alt"): void {
  const text = node[field];
  if (typeof text === "string") {
    node[field] = replaceHidden(text);
  }
}

function getChildren(node: Node & { children?: Node[] }): Node[] {
  return node.children ?? [];
}

function replaceHidden(text: string): string {
  return text.replace(HIDDEN_CHARACTERS, HIDDEN_CHARACTER_MARK);
}

const SAFE_URL = /^(?:https:\/\/[^\s/]|mailto:[^\s/])\S*$/i;

/** Whether a link to the URL is safe: `https:` and `mailto:` only, so no scripts and no local files. */
export function isSafeUrl(url: string): boolean {
  return SAFE_URL.test(url);
}
