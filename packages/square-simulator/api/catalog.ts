import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { answer } from "./answer.ts";
import { found } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { pageOf } from "./page-of.ts";

const PAGE_SIZE = 100;

/** The catalog, which here holds plans and their variations only: list, get. */
export function catalogEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour } = simulation;

  answer(app, simulation, "ListCatalog", ({ query, now }) => {
    const types = query.types?.toUpperCase().split(",") ?? [];
    const page = pageOf({
      items: Object.values(store.state.catalog).filter(
        (object) => types.length === 0 || types.includes(object.type),
      ),
      keyOf: (object) => object.id,
      order: "ASC",
      query: ["ListCatalog", query.types],
      cursor: query.cursor,
      limit: undefined,
      defaultLimit: PAGE_SIZE,
      maxLimit: PAGE_SIZE,
      now,
    });
    return listAnswer("objects", page, behaviour);
  });

  answer(app, simulation, "RetrieveCatalogObject", ({ id, query }) => {
    const object = found(store.state.catalog, id, "Object");
    const planId = object.subscription_plan_variation_data?.subscription_plan_id;
    const plan = planId ? store.state.catalog[planId] : undefined;
    const related = query.include_related_objects === "true" && plan ? { related_objects: [plan] } : {};
    return { object, ...related };
  });
}
