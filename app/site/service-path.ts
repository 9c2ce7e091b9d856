import type { Service } from "#domain/firm/service.ts";

/** Path of a service page. */
export function servicePath(service: Service): string {
  return `/services/${service.toLowerCase().replaceAll(" ", "-")}`;
}
