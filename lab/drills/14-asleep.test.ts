import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, expect, test, vi } from "vitest";
import { OWNER } from "#tests/support/a-firm-process.ts";
import { aProduct } from "#tests/support/a-product.ts";
import { figures } from "./figures.ts";

const TABS = 20;
const ASLEEP_MS = 2 * 3_600_000;
/** What supabase-js asks of a page's local storage. */
const KEY = "session";

afterEach(() => {
  vi.useRealTimers();
});

test(`a laptop asleep for 2 hours: its ${TABS} tabs wake at once, and nobody is signed out`, async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const product = await aProduct({ DEMO: "false", ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password });
  const { supabaseUrl, publishableKey } = (await (await fetch(`${product.url}/api/config`)).json()) as {
    supabaseUrl: string;
    publishableKey: string;
  };
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const aTab = () =>
    createClient(supabaseUrl, publishableKey, {
      auth: { storage, storageKey: KEY, persistSession: true, autoRefreshToken: false },
    });
  expect((await aTab().auth.signInWithPassword(OWNER)).error).toBeNull();
  const signedIn = kept.get(KEY);
  const tabs = Array.from({ length: TABS }, aTab);
  const events: string[] = [];
  for (const tab of tabs) tab.auth.onAuthStateChange((event) => void events.push(event));
  expect(await read(tabs)).toEqual(Array(TABS).fill(200));

  vi.setSystemTime(Date.now() + ASLEEP_MS);
  expect(await read(tabs)).toEqual(Array(TABS).fill(200));
  expect(kept.get(KEY)).not.toBe(signedIn);
  expect(events).not.toContain("SIGNED_OUT");
  // And on, with the session that is stored now.
  vi.setSystemTime(Date.now() + ASLEEP_MS);
  expect(await read([aTab()])).toEqual([200]);
  figures(`${TABS} tabs asleep 2 h: ${events.filter((event) => event === "SIGNED_OUT").length} signed out`);
  await product.stop();
});

async function read(tabs: readonly SupabaseClient[]): Promise<number[]> {
  return Promise.all(tabs.map(async (tab) => (await tab.from("clients").select("id")).status));
}
