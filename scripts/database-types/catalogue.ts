import type pg from "pg";

/** What the catalogue says of a schema: enough to write its types. Everything sorted by name. */
export type Catalogue = {
  tables: Relation[];
  views: Relation[];
  functions: DatabaseFunction[];
  enums: { name: string; values: string[] }[];
};
export type Relation = { name: string; columns: Column[]; relationships: Relationship[] };
export type Column = {
  name: string;
  type: string;
  nullable: boolean;
  /** The database fills it in when an insert leaves it out. */
  filled: boolean;
  /** Identity "always" and generated columns: no caller may write them. */
  readOnly: boolean;
};
export type Relationship = {
  name: string;
  columns: string[];
  isOneToOne: boolean;
  referencedRelation: string;
  referencedColumns: string[];
};
export type DatabaseFunction = {
  name: string;
  args: { name: string; type: string; optional: boolean }[];
  returns: string;
  /** What `returns table (…)` names; empty for other functions. */
  returnedColumns: { name: string; type: string }[];
  returnsSet: boolean;
};

/** Reads one schema. Functions of triggers and those no request role could name arguments of are left out. */
export async function readCatalogue(pool: pg.Pool, schema: string): Promise<Catalogue> {
  const read = async <Row extends object>(sql: string) => (await pool.query<Row>(sql, [schema])).rows;
  const relations = await read<Omit<Relation, "relationships"> & { kind: string }>(RELATIONS);
  const keys = await read<Relationship & { relation: string }>(RELATIONSHIPS);
  const withKeys = ({ name, columns }: Omit<Relation, "relationships">): Relation => ({
    name,
    columns,
    relationships: keys.filter((key) => key.relation === name),
  });
  return {
    tables: relations.filter((relation) => relation.kind === "table").map(withKeys),
    views: relations.filter((relation) => relation.kind === "view").map(withKeys),
    functions: await read<DatabaseFunction>(FUNCTIONS),
    enums: await read<{ name: string; values: string[] }>(ENUMS),
  };
}

const RELATIONS = `
  select relation.relname as name,
         case when relation.relkind in ('r', 'p') then 'table' else 'view' end as kind,
         jsonb_agg(jsonb_build_object(
           'name', attribute.attname,
           'type', type.typname,
           'nullable', not attribute.attnotnull,
           'filled', attribute.atthasdef or attribute.attidentity <> '',
           'readOnly', attribute.attidentity = 'a' or attribute.attgenerated <> ''
         ) order by attribute.attname collate "C") as columns
    from pg_class as relation
    join pg_attribute as attribute on attribute.attrelid = relation.oid
     and attribute.attnum > 0 and not attribute.attisdropped
    join pg_type as type on type.oid = attribute.atttypid
   where relation.relnamespace = $1::regnamespace and relation.relkind in ('r', 'p', 'v', 'm')
   group by relation.oid
   order by relation.relname collate "C"`;

// One to one when the referencing columns are exactly those of a primary key or a unique constraint.
const RELATIONSHIPS = `
  select key.conname as name, relation.relname as relation, referenced.relname as "referencedRelation",
         names_of(key.conrelid, key.conkey) as columns,
         names_of(key.confrelid, key.confkey) as "referencedColumns",
         exists (select from pg_constraint as single
                  where single.conrelid = key.conrelid and single.contype in ('p', 'u')
                    and single.conkey @> key.conkey and single.conkey <@ key.conkey) as "isOneToOne"
    from pg_constraint as key
    join pg_class as relation on relation.oid = key.conrelid
    join pg_class as referenced on referenced.oid = key.confrelid
   where key.contype = 'f' and key.conparentid = 0
     and relation.relnamespace = $1::regnamespace and referenced.relnamespace = $1::regnamespace
   order by key.conname collate "C"`.replace(
  /names_of\((key\.\w+), (key\.\w+)\)/g,
  `(select array_agg(attribute.attname::text order by place)
             from unnest($2) with ordinality as column_number (number, place)
             join pg_attribute as attribute
               on attribute.attrelid = $1 and attribute.attnum = column_number.number)`,
);

const FUNCTIONS = `
  select routine.proname as name, routine.proretset as "returnsSet", returned.typname as returns,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'name', routine.proargnames[place], 'type', type.typname,
                   'optional', place > routine.pronargs - routine.pronargdefaults) order by place), '[]')
            from unnest(routine.proargtypes) with ordinality as argument (oid, place)
            join pg_type as type on type.oid = argument.oid) as args,
         (select coalesce(jsonb_agg(jsonb_build_object('name', routine.proargnames[place], 'type', type.typname)
                                    order by place), '[]')
            from unnest(routine.proallargtypes, routine.proargmodes) with ordinality as argument (oid, mode, place)
            join pg_type as type on type.oid = argument.oid
           where argument.mode = 't') as "returnedColumns"
    from pg_proc as routine
    join pg_type as returned on returned.oid = routine.prorettype
   where routine.pronamespace = $1::regnamespace and routine.prokind = 'f' and returned.typname <> 'trigger'
     and (routine.pronargs = 0 or routine.proargnames is not null)
   order by routine.proname collate "C", routine.oid`;

const ENUMS = `
  select type.typname as name, array_agg(label.enumlabel::text order by label.enumsortorder) as values
    from pg_type as type
    join pg_enum as label on label.enumtypid = type.oid
   where type.typnamespace = $1::regnamespace
   group by type.oid
   order by type.typname collate "C"`;
