import type { Area } from "#app/api/client/area.ts";

type Listener = () => void;
const listeners = new Map<Area, Listener>();

/** Sets the callback that runs when the backend rejects an area's session or requires the second factor. */
export function setSessionRejectedListener(area: Area, listener: Listener): void {
  listeners.set(area, listener);
}

/** Calls the area's listener if the response or error means that its session is no longer accepted. */
export function notifyIfSessionRejected(
  area: Area,
  { status, code }: { status: number; code?: string },
): void {
  if (status === 401 || code === "second_factor_required") {
    listeners.get(area)?.();
  }
}
