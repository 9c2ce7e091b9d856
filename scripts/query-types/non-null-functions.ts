/** Operators of `pg_catalog` that return null only for null operands. Excludes lookups such as `->`. */
export const NON_NULL_OPERATORS: ReadonlySet<string> = new Set(
  "= <> < > <= >= + - * / % ^ || ~ ~* !~ !~~ ~~ ~~* !~~* @> <@ && ? ?| ?& #- << >>".split(" "),
);

type NonNullRule = "always" | "unless an argument is null";

/**
 * Functions in `pg_catalog` that never return null, by name, or by signature if an overload can return null. A test calls
 * every function in the list. It excludes `to_char`, which returns null for an empty format or an infinite
 * date, and `pg_relation_size`, which returns null for an unknown table.
 *
 * Functions from migrations are not listed. The checker analyzes the bodies of SQL functions and treats all others as
 * nullable.
 */
export const NON_NULL_FUNCTIONS: ReadonlyMap<string, NonNullRule> = new Map([
  ...listFunctions("always", "concat jsonb_build_array json_build_array"),
  ...listFunctions(
    "unless an argument is null",
    `now clock_timestamp statement_timestamp transaction_timestamp gen_random_uuid version pg_backend_pid
     current_database random length char_length octet_length btrim ltrim rtrim left right replace translate to_json
     to_jsonb row_to_json date_trunc age abs round ceil ceiling floor sign md5 sha256 encode decode convert_from
     convert_to hashtext starts_with strpos cardinality array_to_string string_to_array array_append array_cat
     array_remove make_interval make_date timezone pg_try_advisory_lock pg_try_advisory_xact_lock set_config quote_ident
     quote_literal regexp_replace split_part to_timestamp jsonb_set jsonb_strip_nulls jsonb_array_length num_nulls
     num_nonnulls`,
  ),
  // The functions `lower` and `upper` of a range return null if the range has no bound.
  ["lower(text)", "unless an argument is null"],
  ["upper(text)", "unless an argument is null"],
]);

/** Date parts for which `extract` does not return null, even if the date is infinite. */
export const NON_NULL_DATE_PARTS: ReadonlySet<string> = new Set(
  "epoch year decade century millennium".split(" "),
);

/** Window functions whose result is not null. */
export const NON_NULL_WINDOWS: ReadonlySet<string> = new Set(
  "count row_number rank dense_rank percent_rank cume_dist ntile".split(" "),
);

/** Query tree nodes whose result is not null. */
export const NON_NULL_NODES: ReadonlySet<string> = new Set(
  "NULLTEST BOOLEANTEST DISTINCTEXPR ROWEXPR ROW ARRAY ARRAYEXPR".split(" "),
);

function listFunctions(rule: NonNullRule, names: string): [name: string, rule: NonNullRule][] {
  return names.split(/\s+/).map((name) => [name, rule]);
}
