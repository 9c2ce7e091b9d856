import type { Area } from "#app/api/client/area.ts";

/** Storage key of the client that the user selected. Per tab, and for the next tab. */
const STORAGE_KEY = "selected_client";

/** The client to which all requests of the portal apply. Null until one is selected. */
export function getSelectedClient(): string | null {
  return sessionStorage.getItem(STORAGE_KEY) ?? localStorage.getItem(STORAGE_KEY);
}

export function selectClient(clientId: string): void {
  sessionStorage.setItem(STORAGE_KEY, clientId);
  localStorage.setItem(STORAGE_KEY, clientId);
}

export function clearSelectedClient(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  localStorage.removeItem(STORAGE_KEY);
}

/** Adds the selected client to a request of the portal. The server checks that the user has access to it. */
export function addSelectedClient(area: Area, headers: Headers): void {
  const clientId = area === "client" ? getSelectedClient() : null;
  if (clientId) {
    headers.set("x-client-id", clientId);
  }
}
