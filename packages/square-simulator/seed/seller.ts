import { ids } from "../state/ids.ts";
import type { State } from "../state/state.ts";
import { createEmptyState } from "../state/state.ts";
import type { Location } from "../wire/seller.ts";

export type SeedLocations = { main: Location; west: Location; closed: Location };

/** Creates a seller with two active locations in different time zones and a closed one. */
export function seedSeller(
  merchantName: string,
  randomSeed: number,
  foundedAt: Date,
  base: string,
): { state: State; locations: SeedLocations } {
  const source = { randomState: randomSeed };
  const merchantId = ids.merchant(source);
  const createLocation = (fields: Pick<Location, "name" | "timezone" | "status" | "address">): Location => ({
    ...fields,
    id: ids.location(source),
    capabilities: ["CREDIT_CARD_PROCESSING", "AUTOMATIC_TRANSFERS"],
    created_at: `${foundedAt.toISOString().slice(0, 19)}Z`,
    merchant_id: merchantId,
    country: "US",
    language_code: "en-US",
    currency: "USD",
    business_name: merchantName,
    type: "PHYSICAL",
  });
  const locations = {
    main: createLocation({
      name: "New York",
      timezone: "America/New_York",
      status: "ACTIVE",
      address: createAddress("120 Example Street", "New York", "NY", "10005"),
    }),
    west: createLocation({
      name: "San Francisco",
      timezone: "America/Los_Angeles",
      status: "ACTIVE",
      address: createAddress("48 Sample Avenue", "San Francisco", "CA", "94107"),
    }),
    closed: createLocation({
      name: "Chicago (closed)",
      timezone: "America/Chicago",
      status: "INACTIVE",
      address: createAddress("9 Former Place", "Chicago", "IL", "60601"),
    }),
  };
  const merchant = {
    id: merchantId,
    business_name: merchantName,
    country: "US",
    language_code: "en-US",
    currency: "USD",
    status: "ACTIVE" as const,
    main_location_id: locations.main.id,
    created_at: foundedAt.toISOString(),
  };
  const state = createEmptyState(merchant, source.randomState, base);
  for (const location of Object.values(locations)) {
    state.locations[location.id] = location;
  }
  return { state, locations };
}

function createAddress(line: string, city: string, region: string, code: string): Location["address"] {
  return {
    address_line_1: line,
    locality: city,
    administrative_district_level_1: region,
    postal_code: code,
    country: "US",
  };
}
