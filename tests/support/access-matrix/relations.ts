import type pg from "pg";
import type { Clients } from "./people.ts";

/** A table or view the matrix speaks of, and every row it holds. */
export type Relation = {
  /** With its schema: `public.invoices`. */
  name: string;
  isView: boolean;
  columns: string[];
  /** Identity columns that take nothing but their default. */
  identities: string[];
  /** The expression that names a row. */
  key: string;
  /** Statement that gives each visible row's key, as `key`. */
  select: string;
  rows: { key: string; owner: string | null; isActive: boolean }[];
};

/** Views have no primary key of their own. */
const VIEW_KEYS: Record<string, string> = {
  "public.project_totals": "project_id",
  "public.client_balances": "client_id",
  "public.client_list": "id",
  "public.project_list": "id",
  "public.invoice_list": "id",
  "public.subscription_list": "id",
  "public.message_threads": "client_id",
};

/** Whose a row is, where no column client_id says so. */
const OWNERS: Record<string, string> = {
  "public.clients": "id",
  "public.client_list": "id",
  "public.project_figures": "(select client_id from public.projects where projects.id = project_id)",
  "public.users": "(select client.id from public.clients as client where client.user_id = users.id)",
  "public.project_notes": "(select client_id from public.projects where id = project_id)",
  "private.document_files": "(select client_id from public.documents where id = document_id)",
  "public.project_status_changes": "(select client_id from public.projects where projects.id = project_id)",
};

/** All tables and views of both schemas, with the rows the owner of the database sees. */
export async function readRelations(pool: pg.Pool, clients: Clients): Promise<Relation[]> {
  const { rows: found } = await pool.query<Omit<Relation, "select" | "rows">>(`
    select format('%s.%s', schema.nspname, relation.relname) as name, relation.relkind in ('v', 'm') as "isView",
           array_agg(attribute.attname::text order by attribute.attname) as columns,
           coalesce(array_agg(attribute.attname::text) filter (where attribute.attidentity = 'a'), '{}') as identities,
           max(attribute.attname::text) filter (where attribute.attnum = primary_key.conkey[1]) as key
      from pg_class as relation
      join pg_namespace as schema on schema.oid = relation.relnamespace
      join pg_attribute as attribute on attribute.attrelid = relation.oid
       and attribute.attnum > 0 and not attribute.attisdropped
      left join pg_constraint as primary_key on primary_key.conrelid = relation.oid and primary_key.contype = 'p'
     where schema.nspname in ('public', 'private') and relation.relkind in ('r', 'p', 'v', 'm', 'f')
     group by schema.nspname, relation.oid
     order by schema.nspname desc, relation.relname`);
  return Promise.all(
    found.map(async (relation) => {
      if (relation.name === "public.firm_totals") return firmTotals(relation, clients);
      const key = relation.key ?? VIEW_KEYS[relation.name] ?? "null";
      const owner = OWNERS[relation.name] ?? (relation.columns.includes("client_id") ? "client_id" : "null");
      const isActive = relation.columns.includes("is_active") ? "is_active" : "false";
      const { rows } = await pool.query<Relation["rows"][number]>(
        `select ${key}::text as key, (${owner})::text as owner, ${isActive} as "isActive" from ${relation.name}`,
      );
      return { ...relation, key, select: `select ${key}::text as key from ${relation.name}`, rows };
    }),
  );
}

/** One row of figures; its "rows" are the clients whose invoices it counted (see the samples' shares). */
function firmTotals(relation: Omit<Relation, "select" | "rows">, clients: Clients): Relation {
  const owners = [clients.a.id, clients.b.id, clients.suspended.id, null];
  const shares = owners.map((_, at) => `('${at}', ${2 ** at})`).join(", ");
  return {
    ...relation,
    key: "null",
    select: `select share.key from public.firm_totals, (values ${shares}) as share (key, bit)
              where outstanding_revenue::integer & share.bit > 0`,
    rows: owners.map((owner, at) => ({ key: String(at), owner, isActive: false })),
  };
}
