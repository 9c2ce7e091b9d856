import type { House } from "#app/api/house.ts";

type Listener = () => void;
const listeners = new Map<House, Listener>();

/** What happens when the backend no longer knows a house's session, or asks it for the account's second factor. */
export function whenSessionIsRefused(house: House, listener: Listener): void {
  listeners.set(house, listener);
}

/** Looks at an answer of the backend to a house's session, whether something was read or written. */
export function noteRefusal(house: House, { status, code }: { status: number; code?: string }): void {
  if (status === 401 || code === "second_factor_required") listeners.get(house)?.();
}
