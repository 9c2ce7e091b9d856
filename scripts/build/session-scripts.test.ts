import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { addSessionScript, lowerScriptPriority } from "./session-scripts.ts";

/** Runs the script of a page in a browser with the given storage, and returns the attributes it set. */
function runScript(getItem: (key: string) => string | null): Record<string, string> {
  const html = addSessionScript(
    "<html><head><title>Sign in</title></head><body></body></html>",
    "auth_token",
  );
  const [, script = ""] = /<script>(.*)<\/script><\/head>/.exec(html) ?? [];
  const document = { documentElement: { dataset: {} as Record<string, string> } };
  runInNewContext(script, { document, localStorage: { getItem } });
  return document.documentElement.dataset;
}

describe("the script of a sign-in page", () => {
  test("marks the page if a session is stored", () => {
    expect(runScript((key) => (key === "auth_token" ? "{}" : null))).toEqual({ session: "stored" });
  });

  test("changes nothing if no session is stored", () => {
    expect(runScript(() => null)).toEqual({});
  });

  test("ignores storage that the browser blocks", () => {
    const blocked = () => {
      throw new Error("SecurityError");
    };
    expect(runScript(blocked)).toEqual({});
  });
});

test("scripts of a sign-in page load with low priority", () => {
  expect(lowerScriptPriority('<link rel="modulepreload" href="/a.js"/>')).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>',
  );
});
