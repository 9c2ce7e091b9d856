import type { AddressInfo } from "node:net";

/** Returns the port of a server that listens on TCP. @throws if it does not. */
export function serverPort(server: { address(): AddressInfo | string | null }): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) {
    throw new Error("The server does not listen on a port.");
  }
  return address.port;
}
