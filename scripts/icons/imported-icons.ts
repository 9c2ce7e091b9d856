const ICON_IMPORT = /import \{([^}]*)\} from "#app\/ui\/([a-z-]+\.tsx)"/g;

/** Returns the names of the icons that a source file imports from one icons file, without types and local aliases. */
export function findImportedIcons(source: string, iconsFile: string): string[] {
  return [...source.matchAll(ICON_IMPORT)]
    .flatMap(([, names = "", file]) => (file === iconsFile ? names.split(",") : []))
    .map((name) => name.trim().replace(/ as \w+$/, ""))
    .filter((name) => name !== "" && !name.startsWith("type "));
}
