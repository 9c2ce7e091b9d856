/** Operators of `pg_catalog` that return null only for null. `->` and the other operators that look something up do not. */
export const NON_NULL_OPERATORS: ReadonlySet<string> = new Set(
  "= <> < > <= >= + - * / % ^ || ~ ~* !~ !~~ ~~ ~~* !~~* @> <@ && ? ?| ?& #- << >>".split(" "),
);

type Rule = "always" | "unless an argument is null";

/**
 * Functions of `pg_catalog` whose result is not null. Functions of the migrations are not listed: the bodies of those in SQL
 * are analyzed, and the others count as nullable.
 */
export const NON_NULL_FUNCTIONS: ReadonlyMap<string, Rule> = new Map([
  ...list(
    "always",
    `now clock_timestamp statement_timestamp transaction_timestamp gen_random_uuid concat jsonb_build_object
     json_build_object jsonb_build_array json_build_array format version pg_backend_pid current_database random`,
  ),
  ...list(
    "unless an argument is null",
    `lower upper length char_length octet_length btrim ltrim rtrim left right replace translate to_char to_json
     to_jsonb row_to_json date_trunc date_part extract age abs round ceil ceiling floor sign md5 sha256 encode decode
     convert_from convert_to hashtext starts_with strpos cardinality array_to_string string_to_array array_append
     array_cat array_remove make_interval make_date timezone pg_try_advisory_lock pg_try_advisory_xact_lock set_config
     pg_database_size pg_total_relation_size pg_relation_size quote_ident quote_literal regexp_replace split_part
     to_timestamp jsonb_set jsonb_strip_nulls jsonb_array_length num_nulls num_nonnulls pg_sleep`,
  ),
]);

function list(rule: Rule, names: string): [name: string, rule: Rule][] {
  return names.split(/\s+/).map((name) => [name, rule]);
}
