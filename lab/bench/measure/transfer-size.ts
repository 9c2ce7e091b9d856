import { openPage, startBrowser } from "#tests/support/browser/browser.ts";

/** Compressed bytes, and the number of requests, until the network is idle. */
export type TransferSize = { allBytes: number; scriptBytes: number; requestCount: number };

/** Measures a first visit on a phone. */
export async function measureTransferSize(address: string): Promise<TransferSize> {
  const browser = await startBrowser();
  const { page, context } = await openPage(browser, { viewport: { width: 412, height: 823 } });
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const size = { allBytes: 0, scriptBytes: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    size.allBytes += encodedDataLength;
    if (types.get(requestId) === "Script") {
      size.scriptBytes += encodedDataLength;
    }
  });
  await session.send("Network.enable");
  await page.goto(address, { waitUntil: "networkidle" });
  await browser.close();
  return { ...size, requestCount: types.size };
}

export const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
