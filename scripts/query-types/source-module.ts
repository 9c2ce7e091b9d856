import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseSync } from "vite";

/** A node of a source file's syntax tree. */
export type SyntaxNode = { type: string; start: number; end: number; [field: string]: unknown };

/** A source file, with its constants' expressions and its imports' sources. */
export type SourceModule = {
  file: string;
  source: string;
  program: SyntaxNode;
  imports: ReadonlyMap<string, { file: string; name: string }>;
};

const ALIASES: Readonly<Record<string, string>> = { "#src/": "packages/embedded-supabase/" };

/** Reads and parses source files. Each file is parsed once. */
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
  for (const statement of childNodes(root)) {
    if (statement.type !== "ImportDeclaration") {
      continue;
    }
    const target = resolveImport(file, textOf(fieldNode(statement, "source")));
    for (const specifier of fieldNodes(statement, "specifiers")) {
      const local = nameOf(fieldNode(specifier, "local"));
      const imported = nameOf(fieldNode(specifier, "imported"));
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

export function lineOf({ source }: SourceModule, node: SyntaxNode): number {
  return source.slice(0, node.start).split("\n").length;
}

export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

export function fieldNode(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field];
  return isSyntaxNode(value) ? value : undefined;
}

export function fieldNodes(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isSyntaxNode) : [];
}

export function childNodes(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isSyntaxNode) : isSyntaxNode(value) ? [value] : [],
  );
}

/** The name of an identifier. */
export function nameOf(node: SyntaxNode | undefined): string {
  return node && "name" in node && typeof node.name === "string" ? node.name : "";
}

function textOf(node: SyntaxNode | undefined): string {
  return node && typeof node.value === "string" ? node.value : "";
}
