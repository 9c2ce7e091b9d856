import { readFile } from "node:fs/promises";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestClient } from "#tests/support/records/test-client.ts";

const NAME = "AI security assessment";

let pool: pg.Pool;
beforeEach(async () => {
  ({ pool } = await createTestDatabase());
});

async function readContent() {
  const { rows } = await pool.query("select content from public.proposal_templates where name = $1", [NAME]);
  return rows[0].content;
}

describe("the migration of the included retest", () => {
  const includeRetest = async () =>
    pool.query(
      await readFile(new URL("migrations/20261125025300_included_retest.sql", import.meta.url), "utf8"),
    );
  /** Makes the retest optional, as before the migration. Returns the content. */
  const makeOptional = async ({ isChangedByFirm }: { isChangedByFirm: boolean }) => {
    await pool.query("alter table public.proposal_templates disable trigger user");
    await pool.query(
      `update public.proposal_templates
          set content = jsonb_set(content, '{items,3,isOptional}', 'true'),
              updated_at = created_at + case when $2 then interval '1 day' else interval '0' end
        where name = $1`,
      [NAME, isChangedByFirm],
    );
    return readContent();
  };

  test("includes the retest in a new installation", async () => {
    const { items, sections } = await readContent();
    expect(items[3]).toMatchObject({ id: "retest", isOptional: false });
    expect(sections[2].body).toContain("Within 90 days of the report");
  });

  test("updates a template that the firm has not changed", async () => {
    await makeOptional({ isChangedByFirm: false });
    await includeRetest();
    expect((await readContent()).items[3].isOptional).toBe(false);
  });

  test("keeps a template that the firm has changed", async () => {
    const content = await makeOptional({ isChangedByFirm: true });
    await includeRetest();
    expect(await readContent()).toEqual(content);
  });

  test("keeps the template of a firm that has proposals", async () => {
    const content = await makeOptional({ isChangedByFirm: false });
    const client = await createTestClient({ pool });
    await pool.query("insert into public.proposals (client_id, title, value) values ($1, 'Red team', 1000)", [
      client.id,
    ]);
    await includeRetest();
    expect(await readContent()).toEqual(content);
  });
});
