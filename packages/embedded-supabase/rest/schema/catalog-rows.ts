import type pg from "pg";
import { queryRows } from "../../query.ts";

/** Rows of `pg_catalog` that describe schema `public`. Object ids are strings. */
export type CatalogRows = {
  relations: RelationRow[];
  columns: ColumnRow[];
  constraints: ConstraintRow[];
  rules: { relation: string; rule: string }[];
  routines: RoutineRow[];
};

export type RelationRow = {
  relation: string;
  /** The bits of `pg_relation_is_updatable`: 4 for update, 8 for insert, 16 for delete. */
  commands: number;
  /** Functions of schema `public` whose only parameter is a row of this relation. */
  computed_fields: string[];
};

export type ColumnRow = {
  relation: string;
  relation_name: string;
  is_view: boolean;
  number: number;
  name: string;
  type: string;
  stored_type: string;
  default: string | null;
  has_json_cast: boolean;
};

export type ConstraintRow = {
  name: string;
  kind: "p" | "u" | "f";
  table: string;
  columns: number[];
  target: string;
  target_columns: number[] | null;
};

export type RoutineRow = {
  name: string;
  is_volatile: boolean;
  returns_set: boolean;
  result_type: string;
  /** The id of the relation or composite type whose rows the function returns, or "0" if there is none. */
  result_relation: string;
  result_columns: { name: string; type: string }[];
  required: number;
  is_variadic: boolean;
  arguments: { name: string; type: string; mode: "i" | "o" | "b" | "v" | "t" }[];
};

const RELATIONS_QUERY = `
  select c.oid::text as relation, pg_relation_is_updatable(c.oid, true) as commands,
         array(select p.proname::text from pg_proc p
                where p.pronamespace = c.relnamespace and p.prokind = 'f' and p.pronargs = 1
                  and p.proargtypes[0] = c.reltype order by p.proname) as computed_fields
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
   where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`;

// Pass -1 to format_type, because null would format char(10) as `character`, which holds one character.
const COLUMNS_QUERY = `
  select c.oid::text as relation, c.relname as relation_name, c.relkind in ('v', 'm') as is_view,
         a.attnum::int as number, a.attname as name,
         format_type(a.atttypid, -1) as type, format_type(a.atttypid, a.atttypmod) as stored_type,
         case when a.attidentity = 'd'
              then format('nextval(%L::regclass)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
              when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), pg_get_expr(t.typdefaultbin, 0)) end
           as "default",
         t.typtype = 'd' and exists (
           select from pg_cast k
            where k.castmethod = 'f' and k.castcontext = 'i'
              and ((k.castsource = t.oid and k.casttarget in ('json'::regtype, 'text'::regtype))
                or (k.casttarget = t.oid and k.castsource in ('json'::regtype, 'text'::regtype)))) as has_json_cast
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
   order by c.relname, a.attnum`;

const CONSTRAINTS_QUERY = `
  select k.conname as name, k.contype as kind, k.conrelid::text as "table", k.conkey::int[] as columns,
         k.confrelid::text as target, k.confkey::int[] as target_columns
    from pg_constraint k
   where k.contype in ('p', 'u', 'f') and k.conparentid = 0
   order by k.conname`;

const VIEW_RULES_QUERY = `
  select r.ev_class::text as relation, r.ev_action::text as rule
    from pg_rewrite r
    join pg_class c on c.oid = r.ev_class and c.relkind in ('v', 'm')
    join pg_namespace n on n.oid = c.relnamespace
   where r.rulename = '_RETURN' and n.nspname not in ('pg_catalog', 'information_schema')`;

// Excludes trigger functions and extension functions. A domain over a row type is treated as that row type.
const ROUTINES_QUERY = `
  with recursive domains as (
    select d.oid as domain, d.typbasetype as base from pg_type d where d.typtype = 'd'
     union all
    select domains.domain, inner_domain.typbasetype
      from domains join pg_type inner_domain on inner_domain.oid = domains.base and inner_domain.typtype = 'd')
  select p.proname as name, p.provolatile = 'v' as is_volatile, p.proretset as returns_set,
         format_type(p.prorettype, -1) as result_type, t.typrelid::text as result_relation,
         coalesce((select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1)) order by a.attnum)
                     from pg_attribute a
                    where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped), '[]') as result_columns,
         p.provariadic <> 0 as is_variadic,
         (p.pronargs - p.pronargdefaults)::int as required,
         coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[i], ''),
                                                     'type', format_type(types.list[i], -1),
                                                     'mode', coalesce(p.proargmodes[i]::text, 'i')) order by i)
                     from generate_subscripts(types.list, 1) as i), '[]') as arguments
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    join pg_type t on t.oid = coalesce(
           (select base.oid from domains join pg_type base on base.oid = domains.base and base.typtype <> 'd'
             where domains.domain = p.prorettype), p.prorettype)
   cross join lateral (select coalesce(p.proallargtypes, string_to_array(p.proargtypes::text, ' ')::oid[]) as list) types
   where p.prokind = 'f'
     and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
     and not exists (select from pg_depend e
                      where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
   order by p.proname`;

/** Reads the catalog in one transaction. The search path makes PostgreSQL schema-qualify all other names. */
export async function readCatalogRows(pool: pg.Pool): Promise<CatalogRows> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await queryRows(client, "select set_config('search_path', 'pg_catalog', true)");
    const rows = {
      relations: await readCatalog<RelationRow>(client, RELATIONS_QUERY),
      columns: await readCatalog<ColumnRow>(client, COLUMNS_QUERY),
      constraints: await readCatalog<ConstraintRow>(client, CONSTRAINTS_QUERY),
      rules: await readCatalog<{ relation: string; rule: string }>(client, VIEW_RULES_QUERY),
      routines: await readCatalog<RoutineRow>(client, ROUTINES_QUERY),
    };
    await client.query("commit");
    client.release();
    return rows;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Unchecked: each query above selects exactly the columns of its row type from PostgreSQL's catalog. */
async function readCatalog<Row extends object>(client: pg.PoolClient, sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows;
}
