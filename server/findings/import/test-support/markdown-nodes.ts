import { fromMarkdown } from "mdast-util-from-markdown";

type Node = { type: string; value?: string; children?: readonly Node[] };

const ACTIVE_TYPES = ["html", "link", "image", "definition", "linkReference", "imageReference"];

/** The types of nodes that could run or load something. */
export function findActiveNodes(markdown: string): string[] {
  return flatten(fromMarkdown(markdown))
    .map((node) => node.type)
    .filter((type) => ACTIVE_TYPES.includes(type));
}

/** The text that is not in a code block. */
export function textOutsideCodeBlocks(markdown: string): string {
  return flatten(fromMarkdown(markdown))
    .filter((node) => node.type !== "code")
    .map((node) => node.value ?? "")
    .join("\n");
}

export function findCodeBlocks(markdown: string): string[] {
  return flatten(fromMarkdown(markdown))
    .filter((node) => node.type === "code")
    .map((node) => node.value ?? "");
}

function flatten(node: Node): Node[] {
  return [node, ...(node.children ?? []).flatMap(flatten)];
}
