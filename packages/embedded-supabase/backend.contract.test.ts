import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { aBackendForThisTest, aPerson, contractTargets, signedIn } from "#tests/support/contract.ts";

// What each expectation comes from stands above it: pages below https://supabase.com/docs/guides/, Go tests of
// supabase/auth (internal/api), or "ours" where we chose, and why.
describe.each(contractTargets)("the whole backend on $name", (target) => {
  // database/postgres/row-level-security, auth.uid(); auth/signout.
  test("a person's rows are theirs from sign-in to sign-out, and nobody's afterwards", async () => {
    const backend = await aBackendForThisTest(target);
    await backend.database.pool.query(`
      create table public.notes (id serial primary key, owner uuid not null default auth.uid(), text text);
      alter table public.notes enable row level security;
      create policy "people read their own notes" on public.notes for select to authenticated using (owner = (select auth.uid()));
      create policy "people write their own notes" on public.notes for insert to authenticated with check (owner = (select auth.uid()));
      grant select, insert (text) on public.notes to authenticated;
      grant usage on sequence public.notes_id_seq to authenticated;`);
    const [ada, ben] = [
      await signedIn(backend, await aPerson(backend)),
      await signedIn(backend, await aPerson(backend)),
    ];
    expect((await ada.from("notes").insert({ text: "hers" })).error).toBeNull();
    expect((await ada.from("notes").select("text")).data).toEqual([{ text: "hers" }]);
    expect((await ben.from("notes").select("text")).data).toEqual([]);
    expect((await backend.service().from("notes").select("text")).data).toEqual([{ text: "hers" }]);
    expect((await backend.client().from("notes").select("text")).error?.code).toBe("42501");

    const { access_token: token } = (await ada.auth.getSession()).data.session ?? { access_token: "" };
    await ada.auth.signOut();
    const after = await fetch(`${backend.url}/rest/v1/notes`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(after.status).toBe(401);
  });

  // Ours: pages and endpoints of the product stand beside it, each with a policy of its own.
  test("it says nothing on the answers of what is mounted beside it, and its own headers on every refusal", async () => {
    const backend = await aBackendForThisTest(target);
    const product = new Hono();
    product.route("/", backend.supabase.app);
    product.get("/page", (context) =>
      context.html("", 200, { "Content-Security-Policy": "default-src 'self'" }),
    );
    const page = await product.request("/page");
    expect(Object.fromEntries(page.headers)).toEqual({
      "content-type": "text/html; charset=UTF-8",
      "content-security-policy": "default-src 'self'",
    });
    for (const path of ["/rest/v1", "/rest/v1/none", "/auth/v1/none", "/auth/v1/user"]) {
      const { headers } = await product.request(path);
      expect(headers.get("content-security-policy"), path).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("access-control-allow-origin"), path).toBe("*");
      expect(headers.get("cache-control"), path).toBe("no-store");
    }
  });
});
