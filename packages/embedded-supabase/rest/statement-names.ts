import { createHash } from "node:crypto";
import type pg from "pg";
import { Recent } from "./recent.ts";

const mostNamed = 100;
const mostSeen = 1_000;
const mostKept = 2 * mostNamed;

/**
 * Names for prepared statements, so that each connection parses a repeated statement once. Only texts seen before get
 * a name, and the hundred used last keep theirs. What a connection was taught it keeps, so one that has been taught too
 * many is to be closed.
 */
export class StatementNames {
  private readonly named = new Recent<string>(mostNamed);
  private readonly seen = new Recent<true>(mostSeen);
  private readonly kept = new WeakMap<pg.PoolClient, Set<string>>();

  /** The name of a text from its second use on; `client` is taught it. */
  nameOf(text: string, client: pg.PoolClient): string | undefined {
    const name = this.named.get(text) ?? this.nameRepeated(text);
    if (name) this.keptBy(client).add(name);
    return name;
  }

  /** Whether a connection remembers so much that it is better closed than used again. */
  isFull(client: pg.PoolClient): boolean {
    return this.keptBy(client).size >= mostKept;
  }

  private nameRepeated(text: string): string | undefined {
    if (!this.seen.get(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const name = `rest-${createHash("sha1").update(text).digest("base64url")}`;
    this.named.set(text, name);
    return name;
  }

  private keptBy(client: pg.PoolClient): Set<string> {
    const kept = this.kept.get(client) ?? new Set();
    this.kept.set(client, kept);
    return kept;
  }
}
