import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { addSessionScript, startAfterFirstPaint } from "./session-scripts.ts";

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

describe("the script that starts the application", () => {
  const PAGE =
    '<html><head><link rel="modulepreload" href="/a.js"/></head><body><script type="module" async="">' +
    'import "/manifest.js";\nimport * as route0 from "/a.js";\n  window.modules = {"a":route0};\nimport("/entry.js");' +
    "</script></body></html>";

  /** Runs the script of the page. Returns what it has loaded, and the callbacks for the next frame. */
  function runPage(isHidden: boolean) {
    const [, script = ""] = /<script>(.*)<\/script>/s.exec(startAfterFirstPaint(PAGE)) ?? [];
    const preloads: object[] = [];
    const frames: (() => void)[] = [];
    const imports: string[] = [];
    const window: { modules?: object } = {};
    runInNewContext(script.replaceAll("import(", "load("), {
      window,
      document: {
        hidden: isHidden,
        createElement: () => ({}),
        head: { append: (link: object) => preloads.push(link) },
      },
      requestAnimationFrame: (callback: () => void) => frames.push(callback),
      setTimeout: (callback: () => void) => callback(),
      load: (specifier: string) => {
        imports.push(specifier);
        return specifier;
      },
    });
    return { preloads, frames, imports, window };
  }

  test("loads the modules after the first paint, then starts the application", async () => {
    const { preloads, frames, imports, window } = runPage(false);
    expect([preloads, imports]).toEqual([[], []]);
    frames[0]?.();
    await expect.poll(() => imports).toEqual(["/manifest.js", "/a.js", "/entry.js"]);
    expect(preloads).toEqual([{ rel: "modulepreload", href: "/a.js" }]);
    expect(window.modules).toEqual({ a: "/a.js" });
    expect(startAfterFirstPaint(PAGE)).not.toContain("<link");
  });

  test("loads the modules immediately on a page in the background, which is not painted", () => {
    expect(runPage(true).imports).toHaveLength(2);
  });

  test("is required, so that a change of the generated page is noticed", () => {
    expect(() => startAfterFirstPaint("<html></html>")).toThrow("contains no script");
  });
});
