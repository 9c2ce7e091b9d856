/**
 * `npm run icons` generates app/ui/icons.tsx, with a component for each Lucide icon that the app imports from it. To use a new
 * icon, import it and run the command. `--check` fails if the file is out of date.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { icons } from "@iconify-json/lucide";
import { generateIcons } from "./icons/generate-icons.ts";
import { findImportedIcons } from "./icons/imported-icons.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ICONS_FILE = `${ROOT}app/ui/icons.tsx`;

const sources = execFileSync("git", ["grep", "--untracked", "-l", "#app/ui/icons.tsx", "--", "app"], {
  cwd: ROOT,
  encoding: "utf8",
});
const names = sources
  .split("\n")
  .filter((file) => file !== "")
  .flatMap((file) => findImportedIcons(readFileSync(`${ROOT}${file}`, "utf8")));

const generated = generateIcons(names, icons);
if (!process.argv.includes("--check")) {
  writeFileSync(ICONS_FILE, generated);
} else if (readFileSync(ICONS_FILE, "utf8") !== generated) {
  console.error("app/ui/icons.tsx is out of date. Run `npm run icons`.");
  process.exitCode = 1;
}
