const ICON_IMPORT = /import \{([^}]*)\} from "#app\/ui\/icons\.tsx"/g;

/** Returns the names of the icons that a source file imports, without types and local aliases. */
export function findImportedIcons(source: string): string[] {
  return [...source.matchAll(ICON_IMPORT)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().replace(/ as \w+$/, ""))
    .filter((name) => name !== "" && !name.startsWith("type "));
}
