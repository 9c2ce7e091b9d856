/** A node of PostgreSQL's analyzed query tree, such as VAR or FUNCEXPR. */
export class TreeNode {
  readonly type: string;
  readonly #fields: ReadonlyMap<string, TreeValue>;

  constructor(type: string, fields: ReadonlyMap<string, TreeValue>) {
    this.type = type;
    this.#fields = fields;
  }

  /** Returns the text of a scalar field, or "" if the field is missing or null. */
  text(field: string): string {
    const value = this.#fields.get(field);
    return typeof value === "string" ? value : "";
  }

  number(field: string): number {
    return Number(this.text(field) || 0);
  }

  isTrue(field: string): boolean {
    return this.text(field) === "true";
  }

  node(field: string): TreeNode | undefined {
    const value = this.#fields.get(field);
    return value instanceof TreeNode ? value : undefined;
  }

  /** Returns the items of a list field, or an empty array if the field is missing or null. */
  list(field: string): readonly TreeValue[] {
    const value = this.#fields.get(field);
    return Array.isArray(value) ? value : [];
  }

  nodes(field: string): TreeNode[] {
    return this.list(field).filter((value) => value instanceof TreeNode);
  }

  /** Returns the members of a Bitmapset field. */
  members(field: string): number[] {
    return this.list(field).slice(1).map(Number);
  }
}

/** A value in a node tree. `null` is a null pointer. */
export type TreeValue = string | null | TreeNode | readonly TreeValue[];

/**
 * Parses the text of a `pg_node_tree`, such as `pg_proc.prosqlbody`.
 * @throws {Error} if the text is not a node tree
 */
export function parseNodeTree(text: string): TreeValue {
  const tokens = text.matchAll(/[{}()[\]]|(?:\\.|[^\s{}()[\]\\])+/gs);
  const parser = new Parser([...tokens].map(([token]) => token));
  return parser.readValue();
}

class Parser {
  readonly #tokens: readonly string[];
  #position = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  readValue(): TreeValue {
    const token = this.#next();
    if (token === "{") {
      return this.#readNode();
    }
    if (token === "(" || token === "[") {
      return this.#readList(token === "(" ? ")" : "]");
    }
    return token === "<>" ? null : removeEscapes(token);
  }

  #readNode(): TreeNode {
    const type = this.#next();
    const fields = new Map<string, TreeValue>();
    while (this.#peek() !== "}") {
      const name = this.#next().slice(1);
      // A constant has two values: its length and its bytes.
      const values: TreeValue[] = [];
      while (this.#peek() !== "}" && !this.#peek().startsWith(":")) {
        values.push(this.readValue());
      }
      fields.set(name, values.length === 1 ? (values[0] ?? null) : values);
    }
    this.#next();
    return new TreeNode(type, fields);
  }

  #readList(end: string): TreeValue[] {
    const items: TreeValue[] = [];
    while (this.#peek() !== end) {
      items.push(this.readValue());
    }
    this.#next();
    return items;
  }

  #peek(): string {
    const token = this.#tokens[this.#position];
    if (token === undefined) {
      throw new Error("unexpected end of the node tree");
    }
    return token;
  }

  #next(): string {
    const token = this.#peek();
    this.#position += 1;
    return token;
  }
}

function removeEscapes(token: string): string {
  return token.replace(/^"(.*)"$/s, "$1").replaceAll(/\\(.)/gs, "$1");
}
