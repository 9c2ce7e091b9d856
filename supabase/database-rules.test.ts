import {
  createDatabaseForThisRun,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";

// Enforces rules for all migrations. Each query reads the catalog and returns violations.
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabaseForThisRun();
});

async function findViolations(sql: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(sql);
  return rows.map((row) => row.name);
}

const isProductSchema = (schema: string) =>
  `${schema} in ('public'::regnamespace, 'private'::regnamespace, 'access'::regnamespace, 'endpoints'::regnamespace)`;

// Includes the applicable checks of Supabase's database linter (splinter).
// docs/decisions/010-separate-policies-for-clients-and-administrators.md explains the findings that we accept.
describe("the database", () => {
  test("enables row level security on every table", async () => {
    expect(
      await findViolations(`select oid::regclass::text as name from pg_class
                       where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([]);
  });

  test("has no policy that allows every row or covers all commands", async () => {
    expect(
      await findViolations(`select format('%s on %s', policyname, tablename) as name from pg_policies
                       where qual = 'true' or with_check = 'true' or cmd = 'ALL' or permissive <> 'PERMISSIVE'
                          or roles <> '{authenticated}'`),
    ).toEqual([]);
  });

  test('names every policy "Clients can …" or "Administrators can …"', async () => {
    expect(
      await findViolations(
        `select policyname as name from pg_policies where policyname !~ '^(Clients|Administrators) can '`,
      ),
    ).toEqual([]);
  });

  test("calls the functions that identify the caller once per statement, not once per row", async () => {
    // PostgreSQL evaluates a call inside ( SELECT … ) once per statement, and any other call once per row.
    expect(
      await findViolations(`
        select format('%s on %s', policyname, tablename) as name from pg_policies
         where regexp_replace(concat(qual, ' ', with_check), '\\( SELECT (auth|access)\\.\\w+\\((''\\w+''::text)?\\)', '', 'g')
               ~ '(auth|access|current_setting)[.(]'`),
    ).toEqual([]);
  });

  test("applies the row policies of the caller to every view", async () => {
    expect(
      await findViolations(`select oid::regclass::text as name from pg_class
                       where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and (relkind = 'm' or relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false))`),
    ).toEqual([]);
  });

  test("returns rows of the views in the endpoints schema only to administrators", async () => {
    // These views run as their owner, so row policies do not apply. Each view must check the caller on reads and writes.
    expect(
      await findViolations(`
        select view.oid::regclass::text as name
          from pg_class as view
         where view.relnamespace = 'endpoints'::regnamespace
           and (view.relkind <> 'v' or not coalesce('security_barrier=true' = any (view.reloptions), false)
                or pg_get_viewdef(view.oid) !~ 'WHERE \\( SELECT access.is_admin\\(\\) AS is_admin\\);$'
                or not coalesce('check_option=cascaded' = any (view.reloptions), false)
                   and has_any_column_privilege('authenticated', view.oid, 'insert, update')
                or has_any_column_privilege('anon', view.oid, 'select, insert, update'))`),
    ).toEqual([]);
  });

  test("sets the search path of every function", async () => {
    expect(
      await findViolations(`select oid::regprocedure::text as name from pg_proc
                       where ${isProductSchema("pronamespace")}
                         -- PostgreSQL resolves the names in a SQL-standard body at creation, so the search path has no effect.
                         and prosqlbody is null
                         and not coalesce(proconfig, '{}') && array['search_path=""', 'search_path=']`),
    ).toEqual([]);
  });

  test("lets API roles call only the listed functions", async () => {
    expect(
      await findViolations(`
        select format('%s: %s', caller, routine.oid::regprocedure) as name
          from pg_proc as routine, unnest(array['anon', 'authenticated']) as caller
         where ${isProductSchema("routine.pronamespace")}
           and has_function_privilege(caller, routine.oid, 'execute')
         order by 1`),
    ).toEqual([
      "authenticated: access.can_manage_people(uuid)",
      "authenticated: access.current_client_id()",
      "authenticated: access.current_client_id(text)",
      "authenticated: access.current_client_role()",
      "authenticated: access.current_membership()",
      "authenticated: access.is_admin()",
      "authenticated: access.is_payment_url(text)",
      "authenticated: access.is_simulator_url(text)",
      "authenticated: access.is_single_line(text)",
      "authenticated: access.list_active_members()",
      "authenticated: access.list_internal_documents()",
      "authenticated: access.list_message_authors()",
      "authenticated: access.list_own_meetings()",
      "authenticated: access.list_own_memberships()",
      "authenticated: access.list_own_projects()",
      "authenticated: access.list_unread_findings()",
      "authenticated: access.readable_categories()",
      "authenticated: access.requested_client_id()",
      "authenticated: access.staff_name(uuid)",
      "authenticated: clients_with_overdue(date)",
      "authenticated: endpoints.accept_milestone(uuid,text,date)",
      "authenticated: endpoints.accept_proposal(uuid,integer,text,jsonb,jsonb,jsonb,jsonb,jsonb,date)",
      "authenticated: endpoints.add_consultation_link(uuid,bytea,timestamp with time zone)",
      "authenticated: endpoints.add_job(text,json,text,timestamp with time zone,integer,text,integer)",
      "authenticated: endpoints.assign_proposal(uuid,uuid,uuid)",
      "authenticated: endpoints.cancel_booking(uuid)",
      "authenticated: endpoints.cancel_retest(uuid)",
      "authenticated: endpoints.change_member(uuid,text,timestamp with time zone)",
      "authenticated: endpoints.change_own_name(text)",
      "authenticated: endpoints.change_remediation_status(uuid,text,text)",
      "authenticated: endpoints.complete_retest(uuid)",
      "authenticated: endpoints.confirm_access_review(uuid)",
      "authenticated: endpoints.count_recovery_codes()",
      "authenticated: endpoints.create_proposal(uuid,uuid,uuid,jsonb,text,numeric,date)",
      "authenticated: endpoints.decide_risk_acceptance(uuid,boolean,text)",
      "authenticated: endpoints.decline_proposal(uuid,integer,text,date)",
      "authenticated: endpoints.delete_administrator(uuid)",
      "authenticated: endpoints.delete_documents(uuid,boolean)",
      "authenticated: endpoints.discard_proposal_draft(uuid)",
      "authenticated: endpoints.end_own_session(uuid)",
      "authenticated: endpoints.erase_member(text)",
      "authenticated: endpoints.find_account(uuid)",
      "authenticated: endpoints.invite_member(uuid,text,text,text,timestamp with time zone)",
      "authenticated: endpoints.link_unmatched_subscription(uuid,uuid)",
      "authenticated: endpoints.list_administrators()",
      "authenticated: endpoints.list_client_members(uuid)",
      "authenticated: endpoints.list_own_invitations()",
      "authenticated: endpoints.list_own_sessions()",
      "authenticated: endpoints.move_linked_subscription(uuid,uuid,uuid)",
      "authenticated: endpoints.name_administrator(uuid,text)",
      "authenticated: endpoints.needs_second_factor()",
      "authenticated: endpoints.plan_finding(uuid,jsonb)",
      "authenticated: endpoints.propose_meeting_time(uuid,timestamp with time zone,text)",
      "authenticated: endpoints.queue_email(text,text,text,text,text,text,jsonb,text,uuid)",
      "authenticated: endpoints.record_audit_entry(text,text,text,jsonb)",
      "authenticated: endpoints.record_finding_view(uuid)",
      "authenticated: endpoints.record_proposal_view(uuid,integer)",
      "authenticated: endpoints.record_visit()",
      "authenticated: endpoints.remove_member(uuid)",
      "authenticated: endpoints.remove_second_factors(uuid)",
      "authenticated: endpoints.replace_recovery_codes(bytea[])",
      "authenticated: endpoints.request_finding_report(uuid)",
      "authenticated: endpoints.request_plan(uuid,text,uuid,text,date)",
      "authenticated: endpoints.request_retest(uuid,uuid[],text)",
      "authenticated: endpoints.request_risk_acceptance(uuid,text,date)",
      "authenticated: endpoints.resend_member_invitation(uuid)",
      "authenticated: endpoints.respond_to_member_invitation(uuid,boolean)",
      "authenticated: endpoints.revoke_member_invitation(uuid)",
      "authenticated: endpoints.save_proposal_draft(uuid,integer,integer,jsonb,text,numeric,date)",
      "authenticated: endpoints.save_retest_result(uuid,uuid,text,text,date,text)",
      "authenticated: endpoints.send_proposal(uuid,integer,jsonb,text,text,numeric,date)",
      "authenticated: endpoints.set_member_suspended(uuid,boolean)",
      "authenticated: endpoints.set_proposal_probability(uuid,integer)",
      "authenticated: endpoints.set_second_factor_required(uuid,boolean)",
      "authenticated: endpoints.share_document(uuid)",
      "authenticated: endpoints.sign_out_account(uuid)",
      "authenticated: endpoints.start_plan_checkout(uuid,boolean,integer)",
      "authenticated: endpoints.start_retest(uuid)",
      "authenticated: endpoints.withdraw_attestation_letter(uuid,text,date)",
      "authenticated: endpoints.withdraw_meeting_proposal(uuid)",
      "authenticated: endpoints.withdraw_plan_request(uuid)",
      "authenticated: endpoints.withdraw_proposal(uuid,text)",
      "authenticated: endpoints.withdraw_risk_acceptance(uuid)",
      "authenticated: finding_workload(date)",
      "authenticated: invoice_aging(date,integer[])",
      "authenticated: invoices_in_aging_bucket(date,integer[],integer)",
      "authenticated: private.audit_event(text,text,jsonb,jsonb)",
      "authenticated: private.audit_event_rank(text)",
      "authenticated: private.invoice_aging_amounts(date,integer[])",
      "authenticated: private.invoice_amount_owed(text,text,numeric,numeric)",
      "authenticated: private.invoice_amount_paid(text,numeric,numeric,numeric)",
      "authenticated: private.invoice_is_unpaid(text,text)",
      "authenticated: private.invoice_overdue_date(text,date,date)",
      "authenticated: private.invoice_urgency_order(text,date,date)",
      "authenticated: private.uuid_or_null(text)",
      "authenticated: revenue_by_month(date,date)",
      "authenticated: search_audit_log(jsonb,text,boolean)",
      "authenticated: subscription_totals()",
    ]);
  });

  test("has an index for every foreign key", async () => {
    expect(
      await findViolations(`
        select format('%s on %s', key.conname, key.conrelid::regclass) as name from pg_constraint as key
         where key.contype = 'f'
           and key.connamespace in ('public'::regnamespace, 'private'::regnamespace)
           and not exists (
             select from pg_index as index
              where index.indrelid = key.conrelid
                -- Rows without a value refer to no row.
                and (index.indpred is null
                     or cardinality(key.conkey) = 1 and pg_get_expr(index.indpred, index.indrelid)
                        = format('(%I IS NOT NULL)', (select attname from pg_attribute
                                                       where attrelid = key.conrelid and attnum = key.conkey[1])))
                and (index.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey)`),
    ).toEqual([]);
  });

  test("lets API roles write only columns they can read, and not truncate or delete", async () => {
    // The access matrix checks the rows that a write returns, so it would miss a write to an unreadable column.
    expect(
      await findViolations(`
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

  test("uses numeric only for dollars with cents", async () => {
    // Numeric columns have the generated type Dollars. Use integer or double precision for other quantities.
    expect(
      await findViolations(`
        select format('%s.%s', relation.oid::regclass, attribute.attname) as name
          from pg_attribute as attribute
          join pg_class as relation on relation.oid = attribute.attrelid
         where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p', 'v')
           and attribute.atttypid = 'numeric'::regtype and attribute.attnum > 0 and not attribute.attisdropped
           and (attribute.atttypmod = -1 or (attribute.atttypmod - 4) & 65535 <> 2)`),
    ).toEqual([]);
  });

  test("has a primary key in every table and no duplicate indexes", async () => {
    expect(
      await findViolations(`
        select relation.oid::regclass::text as name from pg_class as relation
         where ${isProductSchema("relation.relnamespace")} and relation.relkind in ('r', 'p')
           and not exists (select from pg_index where indrelid = relation.oid and indisprimary)`),
    ).toEqual([]);
    expect(
      await findViolations(`
        select string_agg(index.indexrelid::regclass::text, ', ') as name
          from pg_index as index join pg_class as relation on relation.oid = index.indrelid
         where ${isProductSchema("relation.relnamespace")}
         group by index.indrelid, index.indkey, index.indclass, index.indoption, index.indcollation,
                  pg_get_expr(index.indexprs, index.indrelid), pg_get_expr(index.indpred, index.indrelid)
        having count(*) > 1 or not bool_and(index.indisvalid)`),
    ).toEqual([]);
  });

  test("does not use user_metadata or a role column to decide access", async () => {
    // Users can edit user_metadata, and public.users.role is only a copy.
    expect(
      await findViolations(`
        select format('%s on %s', policyname, tablename) as name from pg_policies
         where concat(qual, ' ', with_check) ~* 'user_metadata|raw_user_meta|\\mrole\\M'
        union all
        select oid::regprocedure::text from pg_proc
         where ${isProductSchema("pronamespace")} and prosrc ~* 'user_metadata|raw_user_meta'`),
    ).toEqual([]);
  });

  test("has no policy that grants access to a session without a user", async () => {
    expect(
      await findViolations(`
        select format('%s on %s', policyname, tablename) as name from pg_policies
         where concat(qual, ' ', with_check) ~* '(uid|jwt|role|is_admin|client_id|current_setting)\\([^)]*\\)[^)]*\\) is (null|not true)'`),
    ).toEqual([]);
  });

  test("has policies on every exposed table, and no policy on a table without row level security", async () => {
    expect(
      await findViolations(`
        select distinct relation.oid::regclass::text as name
          from pg_policy join pg_class as relation on relation.oid = polrelid
         where not relation.relrowsecurity`),
    ).toEqual([]);
    // Tables in private have no policies, because API roles cannot access them.
    expect(
      await findViolations(`
        select relation.oid::regclass::text as name from pg_class as relation
         where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
           and not exists (select from pg_policy where polrelid = relation.oid)`),
    ).toEqual([]);
    expect(
      await findViolations(`
        select relation.oid::regclass::text as name from pg_class as relation
         where relation.relnamespace = 'private'::regnamespace and relation.relkind in ('r', 'p', 'v')
           and (has_any_column_privilege('anon', relation.oid, 'select, insert, update, references')
                or has_any_column_privilege('authenticated', relation.oid, 'select, insert, update, references'))`),
    ).toEqual([]);
  });

  test("does not expose accounts, foreign tables or materialized views", async () => {
    // Row level security does not apply to views of auth.users, to foreign tables and to materialized views.
    expect(
      await findViolations(`
        select distinct relation.oid::regclass::text as name
          from pg_class as relation
          join pg_rewrite as rule on rule.ev_class = relation.oid
          join pg_depend as dependency on dependency.objid = rule.oid
         where ${isProductSchema("relation.relnamespace")}
           and dependency.refobjid in (select oid from pg_class where relnamespace = 'auth'::regnamespace)
        union all
        select oid::regclass::text from pg_class
         where ${isProductSchema("relnamespace")} and relkind in ('f', 'm')
        union all
        select format('%s: %s', caller, oid::regclass)
          from pg_class, unnest(array['anon', 'authenticated']) as caller
         where relnamespace in ('auth'::regnamespace, 'embedded'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
           and has_any_column_privilege(caller, oid, 'select, insert, update, references')`),
    ).toEqual([]);
  });

  test("has no security definer function in the exposed schema", async () => {
    expect(
      await findViolations(`select oid::regprocedure::text as name from pg_proc
                       where pronamespace = 'public'::regnamespace and prosecdef`),
    ).toEqual([]);
  });

  test("has no extension in the exposed schema and no column type that pg_upgrade cannot migrate", async () => {
    expect(
      await findViolations(`
        select extname as name from pg_extension where extnamespace = 'public'::regnamespace
        union all
        select format('%s.%s', attrelid::regclass, attname) from pg_attribute
          join pg_class as relation on relation.oid = attrelid
         where ${isProductSchema("relation.relnamespace")} and attnum > 0 and relation.relkind in ('r', 'p')
           and atttypid in ('regcollation'::regtype, 'regconfig'::regtype, 'regdictionary'::regtype, 'regnamespace'::regtype,
                            'regoper'::regtype, 'regoperator'::regtype, 'regproc'::regtype, 'regprocedure'::regtype)`),
    ).toEqual([]);
  });

  test("references accounts only by their primary key", async () => {
    expect(
      await findViolations(`
        select format('%s on %s', conname, conrelid::regclass) as name from pg_constraint
         where contype = 'f' and confrelid = 'auth.users'::regclass
           and conindid <> (select indexrelid from pg_index where indrelid = confrelid and indisprimary)`),
    ).toEqual([]);
  });

  test("has a comment on every table and view", async () => {
    expect(
      await findViolations(`select oid::regclass::text as name from pg_class
                       where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
                         and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null
                         and oid <> to_regclass('private.migrations')`),
    ).toEqual([]);
  });
});
