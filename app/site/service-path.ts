import type { Service } from "#domain/firm/service.ts";

export function servicePath(service: Service): string {
  return `/services/${service.toLowerCase().replaceAll(" ", "-")}`;
}
