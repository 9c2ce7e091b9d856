import { createHash } from "node:crypto";
import type pg from "pg";
import { LruCache } from "../lru-cache.ts";

const MAX_NAMES = 100;
const MAX_SEEN_TEXTS = 1_000;
const MAX_NAMES_PER_CONNECTION = 2 * MAX_NAMES;

/**
 * Names prepared statements, so that each connection parses a repeated statement once. A statement gets a name on its
 * second use, and the most recently used names are kept. Prepared statements remain on a connection until it is closed,
 * so a connection with too many must be closed.
 */
export class PreparedStatementNames {
  private readonly names = new LruCache<string>(MAX_NAMES);
  private readonly seenTexts = new LruCache<true>(MAX_SEEN_TEXTS);
  private readonly namesByConnection = new WeakMap<pg.PoolClient, Set<string>>();

  /** Returns the name of a statement from its second use on, and records that `client` prepares it. */
  getName(text: string, client: pg.PoolClient): string | undefined {
    const name = this.names.get(text) ?? this.nameIfRepeated(text);
    if (name) {
      this.namesPreparedOn(client).add(name);
    }
    return name;
  }

  /** Returns whether a connection has so many prepared statements that it should be closed. */
  isFull(client: pg.PoolClient): boolean {
    return this.namesPreparedOn(client).size >= MAX_NAMES_PER_CONNECTION;
  }

  private nameIfRepeated(text: string): string | undefined {
    if (!this.seenTexts.get(text)) {
      this.seenTexts.set(text, true);
      return undefined;
    }
    const name = `rest-${createHash("sha1").update(text).digest("base64url")}`;
    this.names.set(text, name);
    return name;
  }

  private namesPreparedOn(client: pg.PoolClient): Set<string> {
    const names = this.namesByConnection.get(client) ?? new Set();
    this.namesByConnection.set(client, names);
    return names;
  }
}
