/**
 * `npm run icons` generates app/ui/icons.tsx and app/ui/core-icons.tsx, with a component for each Lucide icon that the app
 * imports from them. To use a new icon, import it and run the command. `--check` fails if a file is out of date.
 *
 * The sign-in pages load core-icons.tsx before they are usable, so only their components import from it.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { icons } from "@iconify-json/lucide";
import { generateIcons } from "./icons/generate-icons.ts";
import { findImportedIcons } from "./icons/imported-icons.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const sources = execFileSync(
  "git",
  ["grep", "--untracked", "-l", "-E", "#app/ui/(core-)?icons.tsx", "--", "app"],
  {
    cwd: ROOT,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "")
  .map((file) => readFileSync(`${ROOT}${file}`, "utf8"));

const findNames = (iconsFile: string) => sources.flatMap((source) => findImportedIcons(source, iconsFile));
const coreNames = findNames("core-icons.tsx");
const generatedFiles = {
  "core-icons.tsx": generateIcons(coreNames, icons),
  "icons.tsx": generateIcons(findNames("icons.tsx"), icons, { names: coreNames, path: "./core-icons.tsx" }),
};
for (const [iconsFile, generated] of Object.entries(generatedFiles)) {
  const path = `app/ui/${iconsFile}`;
  if (!process.argv.includes("--check")) {
    writeFileSync(`${ROOT}${path}`, generated);
  } else if (readFileSync(`${ROOT}${path}`, "utf8") !== generated) {
    console.error(`${path} is out of date. Run \`npm run icons\`.`);
    process.exitCode = 1;
  }
}
