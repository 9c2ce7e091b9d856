import { createHash } from "node:crypto";
import type pg from "pg";
import { LruCache } from "../lru-cache.ts";

const MAX_NAMED = 100;
const MAX_SEEN = 1_000;
const MAX_PER_CONNECTION = 2 * MAX_NAMED;

/**
 * Names prepared statements, so that each connection parses a repeated statement once. A statement gets a name on its
 * second use; the most recently used names are kept. A connection never forgets a prepared statement, so one with too
 * many must be closed.
 */
export class PreparedStatementNames {
  private readonly names = new LruCache<string>(MAX_NAMED);
  private readonly seen = new LruCache<true>(MAX_SEEN);
  private readonly prepared = new WeakMap<pg.PoolClient, Set<string>>();

  /** The name of a statement from its second use on. Records that `client` prepares it. */
  nameFor(text: string, client: pg.PoolClient): string | undefined {
    const name = this.names.get(text) ?? this.nameRepeated(text);
    if (name) {
      this.preparedOn(client).add(name);
    }
    return name;
  }

  /** Whether a connection has so many prepared statements that it should be closed. */
  isFull(client: pg.PoolClient): boolean {
    return this.preparedOn(client).size >= MAX_PER_CONNECTION;
  }

  private nameRepeated(text: string): string | undefined {
    if (!this.seen.get(text)) {
      this.seen.set(text, true);
      return undefined;
    }
    const name = `rest-${createHash("sha1").update(text).digest("base64url")}`;
    this.names.set(text, name);
    return name;
  }

  private preparedOn(client: pg.PoolClient): Set<string> {
    const prepared = this.prepared.get(client) ?? new Set();
    this.prepared.set(client, prepared);
    return prepared;
  }
}
