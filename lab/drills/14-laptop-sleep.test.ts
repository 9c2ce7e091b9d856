import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach, expect, test, vi } from "vitest";
import { OWNER } from "#tests/support/product/firm-process.ts";
import { fetchPublicConfig } from "#tests/support/product/session.ts";
import { startTestProduct } from "#tests/support/product/test-product.ts";
import { recordFigures } from "./support/record-figures.ts";

const TABS = 20;
const SLEEP_MS = 2 * 3_600_000;
/** supabase-js stores the session under this key. */
const STORAGE_KEY = "session";

afterEach(() => {
  vi.useRealTimers();
});

test(`keeps the session when ${TABS} tabs wake at once after 2 hours of sleep`, async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const product = await startTestProduct({
    DEMO: "false",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  });
  const { supabaseUrl, publishableKey } = await fetchPublicConfig(product.url);
  const storedValues = new Map<string, string>();
  const storage = {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
  };
  const openTab = () =>
    createClient(supabaseUrl, publishableKey, {
      auth: { storage, storageKey: STORAGE_KEY, persistSession: true, autoRefreshToken: false },
    });
  expect((await openTab().auth.signInWithPassword(OWNER)).error).toBeNull();
  const signedIn = storedValues.get(STORAGE_KEY);
  const tabs = Array.from({ length: TABS }, openTab);
  const events: string[] = [];
  for (const tab of tabs) {
    tab.auth.onAuthStateChange((event) => void events.push(event));
  }
  expect(await readFromAll(tabs)).toEqual(Array(TABS).fill(200));

  vi.setSystemTime(Date.now() + SLEEP_MS);
  expect(await readFromAll(tabs)).toEqual(Array(TABS).fill(200));
  expect(storedValues.get(STORAGE_KEY)).not.toBe(signedIn);
  expect(events).not.toContain("SIGNED_OUT");
  // The stored session still works after another sleep.
  vi.setSystemTime(Date.now() + SLEEP_MS);
  expect(await readFromAll([openTab()])).toEqual([200]);
  recordFigures(
    `${TABS} tabs asleep 2 h: ${events.filter((event) => event === "SIGNED_OUT").length} signed out`,
  );
  await product.stop();
});

async function readFromAll(tabs: readonly SupabaseClient[]): Promise<number[]> {
  return Promise.all(tabs.map(async (tab) => (await tab.from("clients").select("id")).status));
}
