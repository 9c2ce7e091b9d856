import type { SupabaseClient } from "@supabase/supabase-js";
import { aBackend, aPerson, type Backend, type contractTargets, signedIn } from "./contract.ts";
import { lacking, projectOf } from "./contract-project.ts";
import { fillShops, type Shops, shopSchema } from "./shops.ts";

export type ShopBackend = {
  backend: Backend;
  shops: Shops;
  /** The owner of shop A, the owner of shop B, an administrator, a visitor without a session, and the secret key. */
  a: SupabaseClient;
  b: SupabaseClient;
  administrator: SupabaseClient;
  visitor: SupabaseClient;
  service: SupabaseClient;
  /** Bare HTTP as the owner of shop A. */
  asA(path: string, init?: RequestInit): Promise<Response>;
};

const noBackend = { backend: lacking<Backend>("needs tables made by SQL", { close: async () => {} }) };

/** The backend behind HTTP with the tables of `shopSchema`, filled, and their people signed in. */
export async function aShopBackend(target: (typeof contractTargets)[number]): Promise<ShopBackend> {
  if (projectOf(process.env)) return lacking<ShopBackend>("needs tables made by SQL", noBackend);
  const database = await target.database();
  await database.pool.query(shopSchema);
  const backend = await aBackend(database, { rateLimitScale: 100 });
  const [personA, personB] = [await aPerson(backend), await aPerson(backend)];
  const shops = await fillShops(database.pool, personA.id, personB.id);
  const a = await signedIn(backend, personA);
  const token = (await a.auth.getSession()).data.session?.access_token ?? "";
  return {
    backend,
    shops,
    a,
    b: await signedIn(backend, personB),
    administrator: await signedIn(backend, await aPerson(backend, { role: "admin" })),
    visitor: backend.client(),
    service: backend.service(),
    asA: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("apikey", backend.publishableKey);
      if (!headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
      if (init.body && !headers.has("content-type")) headers.set("content-type", "application/json");
      return fetch(`${backend.url}/rest/v1/${path}`, { ...init, headers });
    },
  };
}
