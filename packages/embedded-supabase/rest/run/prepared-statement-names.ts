import { createHash } from "node:crypto";
import type pg from "pg";
import { LruCache } from "../lru-cache.ts";

const MAX_NAMES = 100;
const MAX_REMEMBERED_TEXTS = 1_000;
const MAX_PER_CONNECTION = 2 * MAX_NAMES;

/**
 * Names prepared statements, so that each connection parses a repeated statement once. A statement gets a name on its
 * second use, and the most recently used names are kept. Prepared statements remain on a connection until it is closed,
 * so a connection with too many must be closed.
 */
export class PreparedStatementNames {
  private readonly names = new LruCache<string>(MAX_NAMES);
  private readonly seen = new LruCache<true>(MAX_REMEMBERED_TEXTS);
  private readonly prepared = new WeakMap<pg.PoolClient, Set<string>>();

  /** The name of a statement from its second use on. Records that `client` prepares it. */
  getName(text: string, client: pg.PoolClient): string | undefined {
    const name = this.names.get(text) ?? this.nameIfRepeated(text);
    if (name) {
      this.namesPreparedOn(client).add(name);
    }
    return name;
  }

  /** Whether a connection has so many prepared statements that it should be closed. */
  isFull(client: pg.PoolClient): boolean {
    return this.namesPreparedOn(client).size >= MAX_PER_CONNECTION;
  }

  private nameIfRepeated(text: string): string | undefined {
    if (!this.seen.get(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const name = `rest-${createHash("sha1").update(text).digest("base64url")}`;
    this.names.set(text, name);
    return name;
  }

  private namesPreparedOn(client: pg.PoolClient): Set<string> {
    const prepared = this.prepared.get(client) ?? new Set();
    this.prepared.set(client, prepared);
    return prepared;
  }
}
