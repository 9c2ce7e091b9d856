import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseSync } from "vite";

/** A node in a source file's syntax tree. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

/** A parsed source file. `imports` maps each local name to the file and name it is imported from. */
export type SourceModule = {
  file: string;
  source: string;
  program: SyntaxNode;
  imports: ReadonlyMap<string, { file: string; name: string }>;
};

const ALIASES: Readonly<Record<string, string>> = { "#src/": "packages/embedded-supabase/" };

/** Creates a function that parses source files. Each file is parsed once. */
export function createModuleReader(root: string): (file: string) => SourceModule | undefined {
  const modules = new Map<string, SourceModule | undefined>();
  return (file) => {
    if (!modules.has(file)) {
      const path = resolve(root, file);
      modules.set(file, existsSync(path) ? parseModule(file, readFileSync(path, "utf8")) : undefined);
    }
    return modules.get(file);
  };
}

/** @throws {Error} if the file cannot be parsed */
export function parseModule(file: string, source: string): SourceModule {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) {
    throw new Error(`We couldn't parse ${file}: ${errors[0]?.message}`);
  }
  const imports = new Map<string, { file: string; name: string }>();
  const root = { ...program };
  for (const statement of getChildNodes(root)) {
    if (statement.type !== "ImportDeclaration") {
      continue;
    }
    const target = resolveImport(file, getText(getFieldNode(statement, "source")));
    for (const specifier of getFieldNodes(statement, "specifiers")) {
      const local = getName(getFieldNode(specifier, "local"));
      const imported = getName(getFieldNode(specifier, "imported"));
      if (target && local && imported) {
        imports.set(local, { file: target, name: imported });
      }
    }
  }
  return { file, source, program: root, imports };
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) {
    return resolve("/", dirname(from), specifier).slice(1);
  }
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  if (alias) {
    return `${ALIASES[alias]}${specifier.slice(alias.length)}`;
  }
  return specifier.startsWith("#") ? specifier.slice(1) : undefined;
}

export function getLine({ source }: SourceModule, node: SyntaxNode): number {
  return source.slice(0, node.start).split("\n").length;
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

export function getFieldNode(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isSyntaxNode(value) ? value : undefined;
}

export function getFieldNodes(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

export function getChildNodes(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isSyntaxNode) : isSyntaxNode(value) ? [value] : [],
  );
}

/** Returns an identifier's name, or "" for other nodes. */
export function getName(node: SyntaxNode | undefined): string {
  return node && "name" in node && typeof node.name === "string" ? node.name : "";
}

function getText(node: SyntaxNode | undefined): string {
  return node && typeof node.value === "string" ? node.value : "";
}
