import { expect, test } from "vitest";
import { generateIcons } from "./generate-icons.ts";
import { findImportedIcons } from "./imported-icons.ts";

const ICON_SET = {
  icons: {
    check: {
      body: '<path fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2" d="M20 6L9 17l-5-5"/>',
    },
    "trash-2": {
      body: '<g fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"><path d="M3 6h18"/><path fill-rule="evenodd" d="M8 6"/></g>',
    },
  },
  aliases: { bin: { parent: "trash-2" } },
};

const generateComponents = (names: string[]) => {
  const source = generateIcons(names, ICON_SET);
  return source.slice(source.indexOf("export const"));
};

test("generates one component per icon, in alphabetical order and without duplicates", () => {
  expect(generateComponents(["Trash2", "Check", "Check"])).toBe(
    [
      "export const Check: IconComponent = (props) => (",
      "  <IconSvg {...props}>",
      '    <path d="M20 6L9 17l-5-5" />',
      "  </IconSvg>",
      ");",
      "",
      "export const Trash2: IconComponent = (props) => (",
      "  <IconSvg {...props}>",
      '    <path d="M3 6h18" />',
      '    <path fillRule="evenodd" d="M8 6" />',
      "  </IconSvg>",
      ");",
      "",
    ].join("\n"),
  );
});

test("re-exports the icons that another module defines", () => {
  const source = generateIcons(["Trash2", "Check"], ICON_SET, { names: ["Check"], path: "./core-icons.tsx" });
  expect(source).toContain('export {\n  Check,\n} from "./core-icons.tsx";\n');
  expect(source).toContain("export const Trash2");
  expect(source).not.toContain("export const Check");
});

test("resolves aliases of the icon set", () => {
  expect(generateComponents(["Bin"])).toContain('<path d="M3 6h18" />');
});

test("rejects a name that the icon set does not have", () => {
  expect(() => generateIcons(["Chek"], ICON_SET)).toThrow("Lucide has no icon named Chek");
});

test("finds imported icons, without types and local aliases", () => {
  const source = `
import { Check, type IconComponent, Menu as MenuIcon } from "#app/ui/icons.tsx";
import { Button } from "#app/ui/button.tsx";
import {
  Moon,
  type IconComponent as Glyph,
} from "#app/ui/icons.tsx";
`;
  expect(findImportedIcons(source, "icons.tsx")).toEqual(["Check", "Menu", "Moon"]);
});

test("finds imported icons of one icons file", () => {
  const source = 'import { Check } from "#app/ui/core-icons.tsx";\nimport { Moon } from "#app/ui/icons.tsx";';
  expect(findImportedIcons(source, "core-icons.tsx")).toEqual(["Check"]);
  expect(findImportedIcons(source, "icons.tsx")).toEqual(["Moon"]);
});
