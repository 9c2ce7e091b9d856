import type { Area } from "#app/api/client/area.ts";

/** The part of a query client that sessions use. */
type AreaCache = {
  clear: () => void;
  cancelQueries: () => Promise<void>;
  invalidateQueries: () => Promise<void>;
};

const caches = new Map<Area, AreaCache>();

/** Registers an area's query client, so that the sign-in pages do not load TanStack Query. */
export function setAreaCache(area: Area, cache: AreaCache): void {
  caches.set(area, cache);
}

/** Returns undefined if the area has not loaded any data. */
export function getAreaCache(area: Area): AreaCache | undefined {
  return caches.get(area);
}
