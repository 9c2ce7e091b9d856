import { createHash } from "node:crypto";

const mostNamed = 100;
const mostSeen = 1_000;

/**
 * Names for prepared statements, so that each connection parses a repeated statement once. Every connection keeps what
 * is named, so only texts seen before get a name, and only so many.
 */
export class StatementNames {
  private readonly named = new Map<string, string>();
  private readonly seen = new Set<string>();

  /** The name of a text from its second use on, while there is room. */
  nameOf(text: string): string | undefined {
    const name = this.named.get(text);
    if (name || this.named.size >= mostNamed) return name;
    if (!this.seen.delete(text)) {
      this.remember(text);
      return undefined;
    }
    const given = `rest-${createHash("sha1").update(text).digest("base64url")}`;
    this.named.set(text, given);
    return given;
  }

  private remember(text: string): void {
    const [oldest] = this.seen;
    if (oldest !== undefined && this.seen.size >= mostSeen) this.seen.delete(oldest);
    this.seen.add(text);
  }
}
