import { installTooling } from "#scripts/tooling/install-tooling.ts";

/**
 * Unpacks the browser before any worker starts it. If two workers unpacked it at the same time, one could start an
 * incomplete file.
 */
export default async function unpackBrowser(): Promise<void> {
  if (process.platform !== "linux") {
    return;
  }
  installTooling();
  const { packagedChromium: packaged } = await import("#tooling/chromium.ts");
  await packaged.executablePath();
}
