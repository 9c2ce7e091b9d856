import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { State } from "./state.ts";
import { STATE_FORMAT } from "./state.ts";

/**
 * Reads the state kept in a file; null when there is none yet.
 * Throws when the file is not a state this version can read, because starting afresh would lose payments.
 */
export function readStateFile(path: string): State | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const state = JSON.parse(text);
  if (state.format !== STATE_FORMAT) {
    throw new Error(
      `${path} holds simulator state of format ${state.format}; this version reads ${STATE_FORMAT}.`,
    );
  }
  return state;
}

/** Replaces the file in one step: whoever reads it sees the old state or the new, never half of one. */
export function writeStateFile(path: string, state: State): void {
  const draft = `${path}.draft`;
  // The file holds tokens, so only its owner may read it.
  const file = openSync(draft, "w", 0o600);
  try {
    writeFileSync(file, JSON.stringify(state));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
