/** A numbered list, for steps and for recommendations in the order of their priority. */
export function numbered(...items: readonly string[]): string {
  return items.map((item, index) => `${index + 1}. ${item}`).join("\n");
}

export function bulleted(...items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

export function codeBlock(...lines: readonly string[]): string {
  return ["```text", ...lines, "```"].join("\n");
}

export function table(head: readonly string[], ...rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function paragraphs(...blocks: readonly string[]): string {
  return blocks.join("\n\n");
}
