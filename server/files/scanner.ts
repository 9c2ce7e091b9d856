import type { Readable } from "node:stream";

/** Looks into bytes for what should not be handed on. */
export type Scanner = {
  /** @throws ScannerSilent when no verdict could be had; then nothing is known. */
  scan(bytes: Readable): Promise<Verdict>;
};

/** What a scanner found: nothing, or something that has a name. */
export type Verdict = { isClear: true } | { isClear: false; finding: string };

/** The scanner could not be asked, or would not look: nothing is known about the bytes. */
export class ScannerSilent extends Error {
  override name = "ScannerSilent";
  /** Whether it would be silent about other bytes too. */
  readonly isAway: boolean;

  constructor(message: string, isAway: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isAway = isAway;
  }
}
