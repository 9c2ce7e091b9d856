import type { Readable } from "node:stream";

/** Where bytes can lie. `private.document_files` notes it for each document. */
export type StoreName = "disk" | "s3";

/** From `first` to `last`, both included, counted from 0. */
export type ByteRange = { first: number; last: number };

/** A whole file on this machine, its hash in hexadecimal. */
export type LocalFile = { path: string; size: number; sha256: string };

/** A place that keeps bytes under generated keys, and knows nothing of documents. */
export type Store = {
  name: StoreName;
  /**
   * Keeps the file under the key, whole or not at all, on the disk when the promise resolves. May move the local file
   * away; whoever made it removes what is left of it.
   */
  put(key: string, file: LocalFile): Promise<void>;
  /** Opens the bytes, all or a range of them. @throws StoreProblem "missing" */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the bytes; a key nobody keeps is no problem. */
  remove(key: string): Promise<void>;
  /** A link that a browser can follow without us, for stores that make such. Given in time, it opens one object. */
  linkTo?(key: string, link: StoreLink): Promise<string>;
};

/** What a pre-signed link answers with, and how long it lives. */
export type StoreLink = { seconds: number; contentDisposition: string; contentType: string };

/** `full`: no room; `away`: the store does not answer; `missing`: it has no such bytes. */
export type StoreProblemReason = "full" | "away" | "missing";

/** A store that could not do what it was asked. */
export class StoreProblem extends Error {
  override name = "StoreProblem";
  readonly reason: StoreProblemReason;

  constructor(reason: StoreProblemReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** What the system says when a disk, or somebody's share of it, is full. */
const FULL = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** Whether the failure means that there is no room. */
export function isFull(cause: unknown): boolean {
  if (cause instanceof StoreProblem) return cause.reason === "full";
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && FULL.has(cause.code);
}
