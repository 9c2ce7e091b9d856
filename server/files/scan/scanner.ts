import type { Readable } from "node:stream";

/** Scans files for malware. */
export type Scanner = {
  /** @throws {ScannerError} if the file could not be scanned. */
  scan(bytes: Readable): Promise<ScanResult>;
};

/** `finding` is the name of the detected malware. */
export type ScanResult = { isClear: true } | { isClear: false; finding: string };

/** Thrown when the scanner is unreachable or could not scan the file. */
export class ScannerError extends Error {
  override name = "ScannerError";
  /** Whether scanning other files would fail too. */
  readonly isUnavailable: boolean;

  constructor(message: string, isUnavailable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isUnavailable = isUnavailable;
  }
}
