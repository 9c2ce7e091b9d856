import { createServer } from "node:net";

/** Finds a port that is not in use. */
export async function findFreePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) {
    throw new Error("the system assigned no port");
  }
  return String(address.port);
}
