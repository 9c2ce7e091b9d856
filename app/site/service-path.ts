import type { Service } from "#domain/service.ts";

/** The address of a service's own page. */
export function servicePath(service: Service): string {
  return `/services/${service.toLowerCase().replaceAll(" ", "-")}`;
}
