import type { SupabaseClient } from "@supabase/supabase-js";
import { readContractProject, skipOnAccess } from "./contract-project.ts";
import { SHOP_SCHEMA, type Shops, seedShops } from "./shops.ts";
import {
  type CONTRACT_TARGETS,
  createTestUser,
  signInAs,
  startTestBackend,
  type TestBackend,
} from "./test-backend.ts";

export type ShopBackend = {
  backend: TestBackend;
  shops: Shops;
  /** Clients for the owners of the two shops, an administrator, an anonymous caller and the secret key. */
  ownerA: SupabaseClient;
  ownerB: SupabaseClient;
  administrator: SupabaseClient;
  visitor: SupabaseClient;
  service: SupabaseClient;
  /** Sends an HTTP request as the owner of shop A. */
  requestAsOwnerA(path: string, init?: RequestInit): Promise<Response>;
};

const SKIPPED_BACKEND = {
  backend: skipOnAccess<TestBackend>("creates tables with SQL", { close: async () => {} }),
};

/** Starts the backend with the tables and rows of `SHOP_SCHEMA`, and signs its users in. */
export async function startShopBackend(target: (typeof CONTRACT_TARGETS)[number]): Promise<ShopBackend> {
  if (readContractProject(process.env)) {
    return skipOnAccess<ShopBackend>("creates tables with SQL", SKIPPED_BACKEND);
  }
  const database = await target.database();
  await database.pool.query(SHOP_SCHEMA);
  const backend = await startTestBackend(database, { rateLimitScale: 100 });
  const [userA, userB] = [await createTestUser(backend), await createTestUser(backend)];
  const shops = await seedShops(database.pool, userA.id, userB.id);
  const ownerA = await signInAs(backend, userA);
  const token = (await ownerA.auth.getSession()).data.session?.access_token ?? "";
  return {
    backend,
    shops,
    ownerA,
    ownerB: await signInAs(backend, userB),
    administrator: await signInAs(backend, await createTestUser(backend, { role: "admin" })),
    visitor: backend.client(),
    service: backend.serviceClient(),
    requestAsOwnerA: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("apikey", backend.publishableKey);
      if (!headers.has("authorization")) {
        headers.set("authorization", `Bearer ${token}`);
      }
      if (init.body && !headers.has("content-type")) {
        headers.set("content-type", "application/json");
      }
      return fetch(`${backend.url}/rest/v1/${path}`, { ...init, headers });
    },
  };
}
