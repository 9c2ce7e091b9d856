/** Delay before the blob URL is revoked, because some browsers don't read large files immediately. */
const REVOKE_DELAY_MS = 60_000;

/** Downloads a blob, or the file at a URL. */
export function downloadFile(name: string, source: Blob | string): void {
  const url = typeof source === "string" ? source : URL.createObjectURL(source);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  if (typeof source !== "string") {
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
  }
}
