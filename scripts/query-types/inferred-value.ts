/** What is known about an expression's value. */
export type InferredValue = {
  isNullable: boolean;
  /** All possible values, except null. */
  values?: readonly string[];
  /** The type of an amount or date. Sums and casts to text keep it. */
  valueType?: "Dollars" | "CalendarDate";
  /** The JSON column that contains the value, such as `private.sync_runs.report`. */
  jsonColumn?: string;
  /** The TypeScript type of JSON that the query builds. */
  json?: string;
  /** True if the value is an array that can contain null. */
  hasNullElements?: boolean;
  /** True for null and for literals such as `0`, whose type is that of the expressions they are combined with. */
  isLiteral?: true;
};

export const UNKNOWN: InferredValue = { isNullable: true };
export const NOT_NULL: InferredValue = { isNullable: false };

/** Returns what is known about a value that comes from one of several expressions. */
export function combineBranches(branches: readonly InferredValue[]): InferredValue {
  const values = branches.every((branch) => branch.values)
    ? [...new Set(branches.flatMap((branch) => branch.values ?? []))]
    : undefined;
  const typedBranches = branches.filter((branch) => !branch.isLiteral);
  const [first] = typedBranches;
  const valueType = typedBranches.every((branch) => branch.valueType === first?.valueType)
    ? first?.valueType
    : undefined;
  const jsonColumn = typedBranches.every((branch) => branch.jsonColumn === first?.jsonColumn)
    ? first?.jsonColumn
    : undefined;
  return {
    isNullable: branches.some(({ isNullable }) => isNullable),
    ...(values && { values }),
    ...(valueType && { valueType }),
    ...(jsonColumn && { jsonColumn }),
  };
}

/** Infers the result of `coalesce`. JSON defaults, such as '[]', have the type of the value that they replace. */
export function inferCoalesce(args: readonly InferredValue[]): InferredValue {
  const [json] = args.flatMap((arg) => arg.json ?? []);
  return {
    ...combineBranches(args),
    isNullable: args.every(({ isNullable }) => isNullable),
    ...(json && { json }),
  };
}
