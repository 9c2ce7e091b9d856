import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  CONTRACT_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
} from "./test-support/test-backend.ts";

// A comment above each test names its source: a page under https://supabase.com/docs/guides/, a Go test in
// supabase/auth (internal/api), or our own requirement.
describe.each(CONTRACT_TARGETS)("the whole backend on $name", (target) => {
  // See Supabase docs: database/postgres/row-level-security (auth.uid()), auth/signout.
  test("users see only their own rows while signed in, and none after signing out", async () => {
    const backend = await startIsolatedBackend(target);
    await backend.database.pool.query(`
      create table public.notes (id serial primary key, owner uuid not null default auth.uid(), text text);
      alter table public.notes enable row level security;
      create policy "Users can read their own notes" on public.notes for select to authenticated using (owner = (select auth.uid()));
      create policy "Users can create their own notes" on public.notes for insert to authenticated with check (owner = (select auth.uid()));
      grant select, insert (text) on public.notes to authenticated;
      grant usage on sequence public.notes_id_seq to authenticated;`);
    const [ada, ben] = [
      await signInAs(backend, await createTestUser(backend)),
      await signInAs(backend, await createTestUser(backend)),
    ];
    expect((await ada.from("notes").insert({ text: "hers" })).error).toBeNull();
    expect((await ada.from("notes").select("text")).data).toEqual([{ text: "hers" }]);
    expect((await ben.from("notes").select("text")).data).toEqual([]);
    expect((await backend.serviceClient().from("notes").select("text")).data).toEqual([{ text: "hers" }]);
    expect((await backend.client().from("notes").select("text")).error?.code).toBe("42501");

    const { access_token: token } = (await ada.auth.getSession()).data.session ?? { access_token: "" };
    await ada.auth.signOut();
    const after = await fetch(`${backend.url}/rest/v1/notes`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(after.status).toBe(401);
  });

  // Our own requirement: an application serves the backend next to pages that have their own headers.
  test("sets its headers on every error, but not on the application's other routes", async () => {
    const backend = await startIsolatedBackend(target);
    const application = new Hono();
    application.route("/", backend.supabase.app);
    application.get("/page", (context) =>
      context.html("", 200, { "Content-Security-Policy": "default-src 'self'" }),
    );
    const page = await application.request("/page");
    expect(Object.fromEntries(page.headers)).toEqual({
      "content-type": "text/html; charset=UTF-8",
      "content-security-policy": "default-src 'self'",
    });
    for (const path of ["/rest/v1", "/rest/v1/none", "/auth/v1/none", "/auth/v1/user"]) {
      const { headers } = await application.request(path);
      expect(headers.get("content-security-policy"), path).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get("access-control-allow-origin"), path).toBe("*");
      expect(headers.get("cache-control"), path).toBe("no-store");
    }
  });
});
