import type { Hono } from "hono";
import type { Simulation } from "../simulation.ts";
import { findRecord } from "./http/fields.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { formatListResponse } from "./http/list-response.ts";
import { SquareApiError } from "./http/square-api-error.ts";

/** Merchants and locations. */
export function registerMerchants(app: Hono, simulation: Simulation): void {
  const { store, behavior } = simulation;

  // Square's key for this list is singular: `merchant`.
  handleOperation(app, simulation, "ListMerchants", () => ({ merchant: [store.state.merchant] }));

  handleOperation(app, simulation, "RetrieveMerchant", ({ id }) => {
    if (id !== "me" && id !== store.state.merchant.id) {
      throw new SquareApiError("NOT_FOUND", `Merchant with ID ${id} not found.`);
    }
    return { merchant: store.state.merchant };
  });

  handleOperation(app, simulation, "ListLocations", () => {
    const locations = Object.values(store.state.locations);
    locations.sort((left, right) => left.name.localeCompare(right.name, "en"));
    return formatListResponse("locations", { items: locations }, behavior);
  });

  handleOperation(app, simulation, "RetrieveLocation", ({ id }) => {
    const locationId = id === "main" ? store.state.merchant.main_location_id : id;
    return { location: findRecord(store.state.locations, locationId, "Location") };
  });
}
