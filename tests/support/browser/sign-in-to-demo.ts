import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { z } from "zod";
import { type BrowserSession, openPage } from "#tests/support/browser/browser.ts";

const SignIns = z.array(z.object({ page: z.string(), email: z.string(), password: z.string() }));

/** Signs in to a running demo, as the administrator or as the first client. */
export async function signInToDemo(
  browser: Browser,
  page: "/admin/login" | "/client-portal",
  { url, dataDir, ...options }: BrowserContextOptions & { url: string; dataDir: string },
): Promise<BrowserSession> {
  const signIns = SignIns.parse(JSON.parse(readFileSync(join(resolve(dataDir), "sign-ins.json"), "utf8")));
  const signIn = signIns.find((candidate) => candidate.page === page);
  const session = await openPage(browser, options);
  await session.page.goto(`${url}${page}`);
  await session.page.getByLabel("Email").fill(signIn?.email ?? "");
  await session.page.getByLabel("Password", { exact: true }).fill(signIn?.password ?? "");
  await session.page.getByRole("button", { name: "Login" }).click();
  await session.page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  return session;
}
