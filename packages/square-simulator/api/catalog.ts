import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { findRecord } from "./http/fields.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { paginate } from "./http/paginate.ts";
import { sortByKey } from "./http/sorted-list.ts";

const PAGE_SIZE = 100;

/** Catalog: list, get. The simulator's catalog contains only plans and their variations. */
export function registerCatalog(app: Hono, simulation: Simulation): void {
  const { store, behavior } = simulation;

  handleOperation(app, simulation, "ListCatalog", ({ query, now }) => {
    const types = query.types?.toUpperCase().split(",") ?? [];
    const page = paginate({
      list: sortByKey(
        Object.values(store.state.catalog).filter(
          (object) => types.length === 0 || types.includes(object.type),
        ),
        (object) => object.id,
      ),
      order: "ASC",
      query: ["ListCatalog", query.types],
      cursor: query.cursor,
      limit: undefined,
      defaultLimit: PAGE_SIZE,
      maxLimit: PAGE_SIZE,
      now,
    });
    return formatListResponse("objects", page, behavior);
  });

  handleOperation(app, simulation, "RetrieveCatalogObject", ({ id, query }) => {
    const object = findRecord(store.state.catalog, id, "Object");
    const planId = object.subscription_plan_variation_data?.subscription_plan_id;
    const plan = planId ? store.state.catalog[planId] : undefined;
    const related = query.include_related_objects === "true" && plan ? { related_objects: [plan] } : {};
    return { object, ...related };
  });
}
