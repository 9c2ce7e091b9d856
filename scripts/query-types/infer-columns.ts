import type { CatalogColumn, QueryCatalog } from "./catalog.ts";
import { inferAggregate } from "./infer-aggregate.ts";
import { inferCast, inferFunctionCast, isCast } from "./infer-cast.ts";
import { inferConstant } from "./infer-constant.ts";
import { inferFunctionCall } from "./infer-function-call.ts";
import { combineBranches, type InferredValue, inferCoalesce, NOT_NULL, UNKNOWN } from "./inferred-value.ts";
import { NON_NULL_NODES, NON_NULL_OPERATORS, NON_NULL_WINDOWS } from "./non-null-functions.ts";
import { findNotNullColumns } from "./not-null-conditions.ts";
import { TreeNode } from "./parse-node-tree.ts";
import {
  alwaysReturnsRow,
  COMMAND,
  findScope,
  isLastColumn,
  isOldRowOfInsert,
  type Scope,
} from "./query-scope.ts";

type OutputColumn = InferredValue & { name: string };

const RELATION = { table: 0, subquery: 1, join: 2, function: 3, values: 5, commonTable: 6, group: 9 };
const SUBLINK = { exists: 0, expression: 4, array: 6 };

/**
 * Infers which columns of a statement can be null, and which values they can have. An expression is nullable unless it is
 * certain that its result is not null.
 */
export function inferColumns(query: TreeNode, catalog: QueryCatalog): OutputColumn[] {
  return new Inference(catalog).outputs(query, undefined);
}

class Inference {
  readonly #catalog: QueryCatalog;
  /** The queries being inferred. Prevents endless recursion, because recursive queries reference themselves. */
  readonly #active = new Set<TreeNode>();

  constructor(catalog: QueryCatalog) {
    this.#catalog = catalog;
  }

  outputs(query: TreeNode, parent: Scope | undefined): OutputColumn[] {
    const scope: Scope = { query, parent, notNull: findNotNullColumns(query, this.#catalog) };
    if (query.node("setOperations")) {
      return this.#combineBranches(scope);
    }
    const entries = query.number("commandType") === COMMAND.select ? "targetList" : "returningList";
    return query
      .nodes(entries)
      .filter((entry) => !entry.isTrue("resjunk"))
      .map((entry) => ({ ...this.#infer(entry.node("expr"), scope), name: entry.text("resname") }));
  }

  #combineBranches(scope: Scope): OutputColumn[] {
    const branches = scope.query
      .nodes("rtable")
      .flatMap((relation) => relation.node("subquery") ?? [])
      .map((subquery) => this.#outputsOnce(subquery, scope));
    const [first = []] = branches;
    return first.map(({ name }, index) => ({
      ...combineBranches(branches.map((columns) => columns[index] ?? NOT_NULL)),
      name,
    }));
  }

  #outputsOnce(query: TreeNode, parent: Scope | undefined): OutputColumn[] {
    if (this.#active.has(query)) {
      return [];
    }
    this.#active.add(query);
    const columns = this.outputs(query, parent);
    this.#active.delete(query);
    return columns;
  }

  #infer(expression: TreeNode | undefined, scope: Scope): InferredValue {
    if (!expression) {
      return UNKNOWN;
    }
    const inferField = (field: string) => this.#infer(expression.node(field), scope);
    const inferFields = (field: string) => expression.nodes(field).map((node) => this.#infer(node, scope));
    switch (expression.type) {
      case "VAR":
        return this.#inferColumn(expression, scope);
      case "CONST":
        return inferConstant(expression, this.#catalog);
      case "RELABELTYPE":
        return inferField("arg");
      case "COERCEVIAIO":
        return inferCast(inferField("arg"), this.#catalog.typeName(expression.text("resulttype")));
      case "ARRAYCOERCEEXPR":
        return { isNullable: inferField("arg").isNullable };
      case "FUNCEXPR":
        return this.#inferCall(expression, inferFields("args"));
      case "OPEXPR":
        return this.#inferOperator(expression, inferFields("args"));
      case "AGGREF":
        return inferAggregate(
          expression,
          expression.nodes("args").map((entry) => this.#infer(entry.node("expr"), scope)),
          { query: scope.query, catalog: this.#catalog },
        );
      case "WINDOWFUNC":
        return { isNullable: !NON_NULL_WINDOWS.has(this.#catalog.functionName(expression.text("winfnoid"))) };
      case "COALESCE":
      case "COALESCEEXPR":
        return inferCoalesce(inferFields("args"));
      case "MINMAX":
      case "MINMAXEXPR":
        return inferCoalesce(inferFields("args"));
      case "CASE":
      case "CASEEXPR":
        return combineBranches([
          ...expression.nodes("args").map((branch) => this.#infer(branch.node("result") ?? undefined, scope)),
          inferField("defresult"),
        ]);
      case "BOOLEXPR":
        return { isNullable: inferFields("args").some(({ isNullable }) => isNullable) };
      case "SUBLINK":
        return this.#inferSublink(expression, scope);
      case "JSONCONSTRUCTOREXPR":
        return { isNullable: !NON_NULL_JSON_CONSTRUCTORS.has(expression.number("type")) };
      case "SQLVALUEFUNCTION":
        return { isNullable: expression.number("op") === CURRENT_SCHEMA };
      default:
        return NON_NULL_NODES.has(expression.type) ? NOT_NULL : UNKNOWN;
    }
  }

  #inferColumn(column: TreeNode, from: Scope): InferredValue {
    const scope = findScope(from, column.number("varlevelsup"));
    const [relationNumber, columnNumber] = [column.number("varno"), column.number("varattno")];
    const relation = scope?.query.nodes("rtable")[relationNumber - 1];
    if (!scope || !relation) {
      return UNKNOWN;
    }
    const inferred = this.#inferRelationColumn(relation, columnNumber, scope);
    const isMissingRow = column.members("varnullingrels").length > 0 || isOldRowOfInsert(column, scope);
    const isExcluded = scope.notNull.has(`${relationNumber}.${columnNumber}`);
    return { ...inferred, isNullable: (inferred.isNullable || isMissingRow) && !isExcluded };
  }

  #inferRelationColumn(relation: TreeNode, columnNumber: number, scope: Scope): InferredValue {
    switch (relation.number("rtekind")) {
      case RELATION.table:
        return this.#inferTableColumn(relation, columnNumber);
      case RELATION.subquery: {
        const subquery = relation.node("subquery");
        return (subquery && this.#outputsOnce(subquery, scope)[columnNumber - 1]) ?? NOT_NULL;
      }
      case RELATION.join:
        return this.#infer(relation.nodes("joinaliasvars")[columnNumber - 1], scope);
      case RELATION.values:
        return combineBranches(
          relation
            .list("values_lists")
            .flatMap((row) => (Array.isArray(row) ? [row[columnNumber - 1]] : []))
            .map((value) => (value instanceof TreeNode ? this.#infer(value, scope) : UNKNOWN)),
        );
      case RELATION.commonTable:
        return this.#inferCommonTableColumn(relation, columnNumber, scope);
      case RELATION.group:
        return this.#infer(relation.nodes("groupexprs")[columnNumber - 1], scope);
      case RELATION.function:
        return this.#inferFunctionColumn(relation, columnNumber);
      default:
        return UNKNOWN;
    }
  }

  #inferTableColumn(relation: TreeNode, columnNumber: number): InferredValue {
    const column = this.#catalog.column(relation.text("relid"), columnNumber);
    const query = this.#catalog.viewQuery(relation.text("relid"));
    const origin = (query && this.#outputsOnce(query, undefined)[columnNumber - 1]) ?? UNKNOWN;
    if (!column) {
      // System columns, such as xmin, have negative numbers and are never null.
      return { isNullable: columnNumber >= 0 };
    }
    return {
      ...origin,
      isNullable: !column.isNotNull && origin.isNullable,
      ...(column.values && { values: column.values }),
      ...(VALUE_TYPES[column.type] && { valueType: VALUE_TYPES[column.type] }),
      ...(column.type === "jsonb" && { jsonColumn: origin.jsonColumn ?? columnName(column) }),
    };
  }

  #inferFunctionColumn(relation: TreeNode, columnNumber: number): InferredValue {
    if (relation.isTrue("funcordinality") && isLastColumn(relation, columnNumber)) {
      return NOT_NULL;
    }
    const [call] = relation.nodes("functions");
    const procedure = call?.node("funcexpr")?.text("funcid") ?? "";
    const query =
      relation.list("functions").length === 1 ? this.#catalog.functionQuery(procedure) : undefined;
    const column = query && this.#outputsOnce(query, undefined)[columnNumber - 1];
    const name = relation.node("eref")?.list("colnames")[columnNumber - 1];
    return { ...(column ?? UNKNOWN), jsonColumn: `${this.#catalog.functionName(procedure)}.${name}` };
  }

  #inferCommonTableColumn(relation: TreeNode, columnNumber: number, from: Scope): InferredValue {
    const scope = findScope(from, relation.number("ctelevelsup"));
    const query = scope?.query
      .nodes("cteList")
      .find((table) => table.text("ctename") === relation.text("ctename"))
      ?.node("ctequery");
    return (query && this.#outputsOnce(query, scope)[columnNumber - 1]) ?? NOT_NULL;
  }

  #inferCall(call: TreeNode, args: readonly InferredValue[]): InferredValue {
    if (isCast(call)) {
      return inferFunctionCast(call, args, this.#catalog);
    }
    const query = this.#catalog.functionQuery(call.text("funcid"));
    if (query) {
      const [column = UNKNOWN] = this.#outputsOnce(query, undefined);
      return { ...column, isNullable: column.isNullable || !alwaysReturnsRow(query) };
    }
    return inferFunctionCall(call, args, this.#catalog);
  }

  #inferOperator(operation: TreeNode, args: readonly InferredValue[]): InferredValue {
    const name = this.#catalog.operatorName(operation.text("opno"));
    const isCertain = name !== undefined && NON_NULL_OPERATORS.has(name);
    return { isNullable: !isCertain || args.some(({ isNullable }) => isNullable) };
  }

  #inferSublink(sublink: TreeNode, scope: Scope): InferredValue {
    const kind = sublink.number("subLinkType");
    const query = sublink.node("subselect");
    if (kind !== SUBLINK.expression || !query) {
      return { isNullable: kind !== SUBLINK.exists && kind !== SUBLINK.array };
    }
    const [column = UNKNOWN] = this.#outputsOnce(query, scope);
    return { ...column, isNullable: column.isNullable || !alwaysReturnsRow(query) };
  }
}

const VALUE_TYPES: Readonly<Record<string, "Dollars" | "CalendarDate">> = {
  numeric: "Dollars",
  date: "CalendarDate",
};
/** The types of `json_object` and `json_array`. Other constructors, such as `json_scalar`, return null for null. */
const NON_NULL_JSON_CONSTRUCTORS = new Set([1, 2]);
const CURRENT_SCHEMA = 14;

function columnName({ schema, table, name }: CatalogColumn): string {
  return `${schema}.${table}.${name}`;
}
