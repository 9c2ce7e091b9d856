import { createContext, useContext } from "react";
import type { ClientRow } from "#domain/clients/client.ts";

/** The signed-in client with the account's email address. */
export type CurrentClient = ClientRow & { email: string };

export const CurrentClientContext = createContext<CurrentClient | null>(null);

export function useCurrentClient(): CurrentClient {
  const client = useContext(CurrentClientContext);
  if (!client) {
    throw new Error("useCurrentClient requires a loaded client");
  }
  return client;
}
