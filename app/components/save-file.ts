/** Milliseconds. */
const KEPT_FOR = 60_000;

/** Hands a file, or an address that answers with one, to the browser's downloads. */
export function saveFile(name: string, from: Blob | string): void {
  const address = typeof from === "string" ? from : URL.createObjectURL(from);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read a large file only after a while.
  if (typeof from !== "string") setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
