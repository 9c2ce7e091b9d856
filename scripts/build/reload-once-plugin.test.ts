import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { limitReload } from "./reload-once-plugin.ts";

const ROUTE_MODULES = "../../node_modules/react-router/dist/production/lib/dom/ssr/routeModules.js";

test("limits the reload in the installed version of React Router", () => {
  const code = limitReload(readFileSync(new URL(ROUTE_MODULES, import.meta.url), "utf8"));
  expect(code).toMatch(/^import \{ reloadOnce \} from ".+\/app\/reload-once\.ts";\n/);
  expect(code).toContain("return reloadOnce(error);");
  expect(code).not.toContain("location.reload");
});

test("fails if React Router no longer contains the reload", () => {
  expect(() => limitReload("export async function loadRouteModule() {}")).toThrow(/has changed/);
});
