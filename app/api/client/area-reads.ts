import type { Area } from "#app/api/client/area.ts";
import { getAreaCache } from "#app/api/client/area-cache.ts";

const controllers = new Map<Area, AbortController>();

/** Adds a signal to a read, so that `pauseReads` can cancel it. Writes are returned unchanged. */
export function addReadSignal(area: Area, init: RequestInit): RequestInit {
  const method = init.method?.toUpperCase() ?? "GET";
  if (method !== "GET" && method !== "HEAD") {
    return init;
  }
  return { ...init, signal: init.signal ?? getController(area).signal };
}

/**
 * Cancels the running reads of an area and all new ones, until the returned function is called. Otherwise, the backend
 * would reject the reads that are still running when a session ends.
 */
export function pauseReads(area: Area): () => void {
  void getAreaCache(area)?.cancelQueries();
  getController(area).abort();
  return () => controllers.delete(area);
}

function getController(area: Area): AbortController {
  const controller = controllers.get(area) ?? new AbortController();
  controllers.set(area, controller);
  return controller;
}
