/**
 * Unpacks the packaged browser once before any worker starts it: two workers unpacking at the same time would start a
 * half-written file.
 */
export default async function unpackBrowser(): Promise<void> {
  if (process.platform !== "linux") return;
  const { default: packaged } = await import("@sparticuz/chromium");
  await packaged.executablePath();
}
