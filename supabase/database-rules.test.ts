import { beforeAll, describe, expect, test } from "vitest";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

/** Rules every migration must keep, read from the catalogue. Each query lists what breaks one. */
let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabase();
});

async function breaking(sql: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(sql);
  return rows.map((row) => row.name);
}

describe("the database", () => {
  test("asks a policy for every row of every table", async () => {
    expect(
      await breaking(`select oid::regclass::text as name from pg_class
                       where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([]);
  });

  test("has no policy that lets everybody through, and none for all verbs at once", async () => {
    expect(
      await breaking(`select format('%s on %s', policyname, tablename) as name from pg_policies
                       where qual = 'true' or with_check = 'true' or cmd = 'ALL' or permissive <> 'PERMISSIVE'
                          or roles <> '{authenticated}'`),
    ).toEqual([]);
  });

  test("keeps each policy to one person, named by its words", async () => {
    expect(
      await breaking(
        `select policyname as name from pg_policies where policyname !~ '^(clients|administrators) '`,
      ),
    ).toEqual([]);
  });

  test("asks who the caller is once per statement, not once per row", async () => {
    // A call inside ( SELECT … ) is planned once; what remains after taking those away runs per row.
    expect(
      await breaking(`
        select format('%s on %s', policyname, tablename) as name from pg_policies
         where regexp_replace(concat(qual, ' ', with_check), '\\( SELECT (auth|access)\\.\\w+\\(\\)', '', 'g')
               ~ '(auth|access|current_setting)[.(]'`),
    ).toEqual([]);
  });

  test("shows through a view no row its reader could not see", async () => {
    expect(
      await breaking(`select oid::regclass::text as name from pg_class
                       where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and (relkind = 'm' or relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false))`),
    ).toEqual([]);
  });

  test("fixes the search path of every function", async () => {
    expect(
      await breaking(`select oid::regprocedure::text as name from pg_proc
                       where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'access'::regnamespace)
                         and not coalesce(proconfig, '{}') && array['search_path=""', 'search_path=']`),
    ).toEqual([]);
  });

  test("lets nobody of the browser call a function of private, nor one it need not", async () => {
    expect(
      await breaking(`
        select format('%s: %s', caller, routine.oid::regprocedure) as name
          from pg_proc as routine, unnest(array['anon', 'authenticated']) as caller
         where routine.pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'access'::regnamespace)
           and has_function_privilege(caller, routine.oid, 'execute')
         order by 1`),
    ).toEqual([
      "anon: access.client_id()",
      "anon: access.is_admin()",
      "authenticated: access.client_id()",
      "authenticated: access.is_admin()",
      "authenticated: access.is_payment_address(text)",
    ]);
  });

  test("has an index for every foreign key", async () => {
    expect(
      await breaking(`
        select format('%s on %s', key.conname, key.conrelid::regclass) as name from pg_constraint as key
         where key.contype = 'f'
           and key.connamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not exists (
             select from pg_index as index
              where index.indrelid = key.conrelid and index.indpred is null
                and (index.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey)`),
    ).toEqual([]);
  });

  test("lets nobody of the browser write what it may not read, or empty a table", async () => {
    // A write without reading would slip past tests that look at what came back.
    expect(
      await breaking(`
        select format('%s: %s.%s', caller, attribute.attrelid::regclass, attribute.attname) as name
          from pg_attribute as attribute
          join pg_class as relation on relation.oid = attribute.attrelid,
               unnest(array['anon', 'authenticated']) as caller
         where relation.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
           and relation.relkind in ('r', 'p', 'v') and attribute.attnum > 0 and not attribute.attisdropped
           and (has_column_privilege(caller, relation.oid, attribute.attnum, 'insert, update')
                and not has_column_privilege(caller, relation.oid, attribute.attnum, 'select')
                or has_table_privilege(caller, relation.oid, 'truncate, references, trigger, delete'))`),
    ).toEqual([]);
  });

  test("says of every table and view what it is", async () => {
    expect(
      await breaking(`select oid::regclass::text as name from pg_class
                       where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null
                         and oid <> to_regclass('private.migrations')`),
    ).toEqual([]);
  });
});
