import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { State } from "./state.ts";
import { STATE_FORMAT } from "./state.ts";

/**
 * Reads the stored state, or null if the file does not exist.
 *
 * @throws {Error} if the file has another format, because starting with a new state would lose payments.
 */
export function readStateFile(path: string): State | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return null;
    }
    throw error;
  }
  const state = JSON.parse(text);
  if (state.format !== STATE_FORMAT) {
    throw new Error(
      `${path} contains simulator state of format ${state.format}. This version reads format ${STATE_FORMAT}.`,
    );
  }
  return state;
}

/** Replaces the file atomically, so that readers never see a partial state. */
export function writeStateFile(path: string, state: State): void {
  const temporaryPath = `${path}.draft`;
  // The file contains tokens, so only its owner may read it.
  const fileDescriptor = openSync(temporaryPath, "w", 0o600);
  try {
    writeFileSync(fileDescriptor, JSON.stringify(state));
    fsyncSync(fileDescriptor);
  } finally {
    closeSync(fileDescriptor);
  }
  renameSync(temporaryPath, path);
}
