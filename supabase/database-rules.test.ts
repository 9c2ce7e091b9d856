import { beforeAll, describe, expect, test } from "vitest";
import { aDatabaseOfThisRun, type TestDatabase } from "#tests/support/database.ts";

/** Rules every migration must keep, read from the catalogue. Each query lists what breaks one. */
let database: TestDatabase;
beforeAll(async () => {
  database = await aDatabaseOfThisRun();
});

async function breaking(sql: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(sql);
  return rows.map((row) => row.name);
}

const ours = (schema: string) =>
  `${schema} in ('public'::regnamespace, 'private'::regnamespace, 'access'::regnamespace)`;

// Besides our own rules these are the checks of Supabase's database linter (splinter) that apply here; what it says
// that we leave as it is, and why: docs/decisions/010-two-policies-for-two-people.md.
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
      "authenticated: access.client_id()",
      "authenticated: access.is_admin()",
      "authenticated: access.is_payment_address(text)",
      "authenticated: invoice_ageing(date,integer[])",
      "authenticated: revenue_by_month(date,date)",
      "authenticated: subscription_totals()",
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

  test("has a primary key in every table, and no two indexes alike", async () => {
    expect(
      await breaking(`
        select relation.oid::regclass::text as name from pg_class as relation
         where ${ours("relation.relnamespace")} and relation.relkind in ('r', 'p')
           and not exists (select from pg_index where indrelid = relation.oid and indisprimary)`),
    ).toEqual([]);
    expect(
      await breaking(`
        select string_agg(index.indexrelid::regclass::text, ', ') as name
          from pg_index as index join pg_class as relation on relation.oid = index.indrelid
         where ${ours("relation.relnamespace")}
         group by index.indrelid, index.indkey, index.indclass, index.indoption, index.indcollation,
                  pg_get_expr(index.indexprs, index.indrelid), pg_get_expr(index.indpred, index.indrelid)
        having count(*) > 1 or not bool_and(index.indisvalid)`),
    ).toEqual([]);
  });

  test("takes no rights from what people may write about themselves", async () => {
    // user_metadata is the person's own to change; a table's role column is a mirror.
    expect(
      await breaking(`
        select format('%s on %s', policyname, tablename) as name from pg_policies
         where concat(qual, ' ', with_check) ~* 'user_metadata|raw_user_meta|\\mrole\\M'
        union all
        select oid::regprocedure::text from pg_proc
         where ${ours("pronamespace")} and prosrc ~* 'user_metadata|raw_user_meta'`),
    ).toEqual([]);
  });

  test("opens no row to whom the session names nobody", async () => {
    expect(
      await breaking(`
        select format('%s on %s', policyname, tablename) as name from pg_policies
         where concat(qual, ' ', with_check) ~* '(uid|jwt|role|is_admin|client_id|current_setting)\\([^)]*\\)[^)]*\\) is (null|not true)'`),
    ).toEqual([]);
  });

  test("has no policy that waits for row security to be switched on, and no exposed table without one", async () => {
    expect(
      await breaking(`
        select distinct relation.oid::regclass::text as name
          from pg_policy join pg_class as relation on relation.oid = polrelid
         where not relation.relrowsecurity`),
    ).toEqual([]);
    // Tables of private have none on purpose: no role of the browser reaches them.
    expect(
      await breaking(`
        select relation.oid::regclass::text as name from pg_class as relation
         where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
           and not exists (select from pg_policy where polrelid = relation.oid)`),
    ).toEqual([]);
    expect(
      await breaking(`
        select relation.oid::regclass::text as name from pg_class as relation
         where relation.relnamespace = 'private'::regnamespace and relation.relkind in ('r', 'p', 'v')
           and (has_any_column_privilege('anon', relation.oid, 'select, insert, update, references')
                or has_any_column_privilege('authenticated', relation.oid, 'select, insert, update, references'))`),
    ).toEqual([]);
  });

  test("exposes neither accounts nor anything that row security does not cover", async () => {
    // Views over auth.users, foreign tables and materialized views answer whoever may select from them.
    expect(
      await breaking(`
        select distinct relation.oid::regclass::text as name
          from pg_class as relation
          join pg_rewrite as rule on rule.ev_class = relation.oid
          join pg_depend as dependency on dependency.objid = rule.oid
         where ${ours("relation.relnamespace")}
           and dependency.refobjid in (select oid from pg_class where relnamespace = 'auth'::regnamespace)
        union all
        select oid::regclass::text from pg_class
         where ${ours("relnamespace")} and relkind in ('f', 'm')
        union all
        select format('%s: %s', caller, oid::regclass)
          from pg_class, unnest(array['anon', 'authenticated']) as caller
         where relnamespace in ('auth'::regnamespace, 'embedded'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
           and has_any_column_privilege(caller, oid, 'select, insert, update, references')`),
    ).toEqual([]);
  });

  test("lets nobody of the browser call a definer function where the API would find it", async () => {
    expect(
      await breaking(`select oid::regprocedure::text as name from pg_proc
                       where pronamespace = 'public'::regnamespace and prosecdef`),
    ).toEqual([]);
  });

  test("keeps extensions out of the exposed schema, and columns free of types that cannot be carried over", async () => {
    expect(
      await breaking(`
        select extname as name from pg_extension where extnamespace = 'public'::regnamespace
        union all
        select format('%s.%s', attrelid::regclass, attname) from pg_attribute
          join pg_class as relation on relation.oid = attrelid
         where ${ours("relation.relnamespace")} and attnum > 0 and relation.relkind in ('r', 'p')
           and atttypid in ('regcollation'::regtype, 'regconfig'::regtype, 'regdictionary'::regtype, 'regnamespace'::regtype,
                            'regoper'::regtype, 'regoperator'::regtype, 'regproc'::regtype, 'regprocedure'::regtype)`),
    ).toEqual([]);
  });

  test("points at accounts only by what identifies one", async () => {
    expect(
      await breaking(`
        select format('%s on %s', conname, conrelid::regclass) as name from pg_constraint
         where contype = 'f' and confrelid = 'auth.users'::regclass
           and conindid <> (select indexrelid from pg_index where indrelid = confrelid and indisprimary)`),
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
