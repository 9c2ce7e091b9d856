import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { answer } from "./answer.ts";
import { found } from "./fields.ts";
import { listAnswer } from "./list-answer.ts";
import { SquareFailure } from "./square-failure.ts";

/** Merchants and locations. */
export function sellerEndpoints(app: Hono, simulation: Simulation): void {
  const { store, behaviour } = simulation;

  // Square names the list in the singular.
  answer(app, simulation, "ListMerchants", () => ({ merchant: [store.state.merchant] }));

  answer(app, simulation, "RetrieveMerchant", ({ id }) => {
    if (id !== "me" && id !== store.state.merchant.id) {
      throw new SquareFailure("NOT_FOUND", `Merchant with ID ${id} not found.`);
    }
    return { merchant: store.state.merchant };
  });

  answer(app, simulation, "ListLocations", () => {
    const locations = Object.values(store.state.locations);
    locations.sort((left, right) => left.name.localeCompare(right.name, "en"));
    return listAnswer("locations", { items: locations }, behaviour);
  });

  answer(app, simulation, "RetrieveLocation", ({ id }) => {
    const wanted = id === "main" ? store.state.merchant.main_location_id : id;
    return { location: found(store.state.locations, wanted, "Location") };
  });
}
