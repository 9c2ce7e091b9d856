import type { Readable } from "node:stream";
import { clamav } from "#server/files/clamav.ts";

/** Looks into bytes for what should not be handed on. */
export type Scanner = {
  /** @throws ScannerSilent when no verdict could be had; then nothing is known. */
  scan(bytes: Readable): Promise<Verdict>;
};

/** What a scanner found: nothing, or something that has a name. */
export type Verdict = { isClear: true } | { isClear: false; finding: string };

/** The scanner of the installation; null where none is, and then nothing claims that files were looked at. */
export function createScanner(config: { clamavSocket: string | undefined }): Scanner | null {
  return config.clamavSocket ? clamav(config.clamavSocket) : null;
}
