import { createContext, useContext } from "react";
import type { ClientRow } from "#domain/client.ts";

/** The signed-in client, with the e-mail address of the account. */
export type CurrentClient = ClientRow & { email: string };

export const CurrentClientContext = createContext<CurrentClient | null>(null);

/** The client whose portal this is; known in every section. */
export function useCurrentClient(): CurrentClient {
  const client = useContext(CurrentClientContext);
  if (!client) throw new Error("Sections are drawn only once the client is known");
  return client;
}
