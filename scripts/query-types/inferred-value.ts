/** What is known of the values of an expression. */
export type InferredValue = {
  isNullable: boolean;
  /** The only values it has, unless it is null. */
  values?: readonly string[];
  /** The type of `numeric` and `date` columns, which survives casts and sums. */
  valueType?: "Dollars" | "CalendarDate";
  /** The JSON column that the value comes from, such as `private.sync_runs.report`. */
  jsonColumn?: string;
  /** The TypeScript type of JSON that the query builds. */
  json?: string;
  /** An array with null elements. */
  hasNullElements?: boolean;
};

export const UNKNOWN: InferredValue = { isNullable: true };
export const NOT_NULL: InferredValue = { isNullable: false };

/** The value of one of several expressions. */
export function combine(branches: readonly InferredValue[]): InferredValue {
  const values = branches.every((branch) => branch.values)
    ? [...new Set(branches.flatMap((branch) => branch.values ?? []))]
    : undefined;
  const [valueType] = branches.flatMap((branch) => branch.valueType ?? []);
  const [jsonColumn] = branches.flatMap((branch) => branch.jsonColumn ?? []);
  return {
    isNullable: branches.some(({ isNullable }) => isNullable),
    ...(values && { values }),
    ...(valueType && { valueType }),
    ...(jsonColumn && { jsonColumn }),
  };
}

/** The first value that is not null. JSON defaults, such as '[]', have the type of the value that they replace. */
export function preferFirst(args: readonly InferredValue[]): InferredValue {
  const [json] = args.flatMap((arg) => arg.json ?? []);
  return {
    ...combine(args),
    isNullable: args.every(({ isNullable }) => isNullable),
    ...(json && { json }),
  };
}
