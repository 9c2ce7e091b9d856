import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isHostedRun } from "#tests/support/a-product.ts";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { aVisit, type Visit, WIDTHS } from "#tests/support/browser.ts";

// What the firm decides for itself, and what follows from it elsewhere.

let area: AdminArea;
let visit: Visit;
const others: Visit[] = [];

beforeAll(async () => {
  area = await anAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const all = [visit, ...others.splice(0)];
  const complaints = all.flatMap((one) => one.complaints());
  for (const one of all) await one.close();
  expect(complaints).toEqual([]);
});

async function at(section: string, options = {}): Promise<Page> {
  const opened = await area.signedInAt(`/admin/settings?section=${section}`, options);
  visit = opened.visit;
  return opened.page;
}

async function inPortal(section: string): Promise<Page> {
  const other = await aVisit(area.browser);
  others.push(other);
  const [client] = area.firm.clients;
  await other.page.goto(`${area.firm.product.url}/client-portal?section=${section}`);
  await other.page.getByLabel("Email").fill(client.email);
  await other.page.getByLabel("Password", { exact: true }).fill(client.password);
  await other.page.getByRole("button", { name: "Login" }).click();
  return other.page;
}

async function stored<T>(
  answer: PromiseLike<{ data: T; error: { message: string } | null }>,
): Promise<NonNullable<T>> {
  const { data, error } = await answer;
  if (error || data === null || data === undefined) throw new Error(error?.message ?? "nothing was found");
  return data;
}

test("a plan is added, put first and taken off the offer, and the portal shows it so", async () => {
  const page = await at("tiers");
  const dialog = page.getByRole("dialog");
  for (const [name, price] of [
    ["Watch", "900"],
    ["Guard", "1500.50"],
  ] as const) {
    await page.getByRole("button", { name: "Add Plan" }).click();
    await dialog.getByRole("button", { name: "Add Plan" }).click();
    await dialog.getByText("Name is required").waitFor();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Price a month ($)").fill(price);
    await dialog.getByLabel("Features").fill("Monthly review\nHotline");
    await dialog.getByLabel("Checkout link").fill("https://evil.example/pay");
    await dialog.getByRole("button", { name: "Add Plan" }).click();
    await dialog.getByText("The checkout link must be an https address at Square").waitFor();
    visit.expectComplaint(/400/);
    await dialog.getByLabel("Checkout link").fill("https://square.link/u/abc");
    await dialog.getByRole("button", { name: "Add Plan" }).click();
    await page.getByText(`${name} added`).waitFor();
  }
  await page.getByRole("button", { name: "Move Guard up" }).click();
  await page.getByText("Guard is now number 1").waitFor();
  const portal = await inPortal("book-service");
  await portal.getByRole("heading", { name: "Guard" }).waitFor();
  expect(await portal.getByRole("article").getByRole("heading").allTextContents()).toEqual([
    "Guard",
    "Watch",
  ]);
  await portal.getByText("$1,500.50").waitFor();
  expect(await portal.getByRole("link", { name: /^Subscribe Now to Guard/ }).getAttribute("href")).toBe(
    "https://square.link/u/abc",
  );

  await page.getByRole("button", { name: "Edit Guard" }).click();
  await dialog.getByLabel("On offer").uncheck();
  await page.keyboard.press("Escape");
  await page.getByText("Leave without saving the plan?").waitFor();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Guard saved").waitFor();
  await portal.reload();
  await portal.getByRole("heading", { name: "Watch" }).waitFor();
  expect(await portal.getByRole("article").getByRole("heading").allTextContents()).toEqual(["Watch"]);
});

test("recipients and Manage link are kept, unsaved ones not lost unasked, foreign links refused", async () => {
  const [client] = area.firm.clients;
  const tier = await stored(
    area
      .rows()
      .from("subscription_tiers")
      .insert({ tier_name: "Kept", monthly_price: 5, is_active: false })
      .select("id")
      .single(),
  );
  await stored(
    area
      .rows()
      .from("client_subscriptions")
      .insert({ client_id: client.id, tier_id: tier.id, status: "active", square_subscription_id: "sub/1" })
      .select("id"),
  );
  const page = await at("firm");
  await page.getByLabel("Manage link").fill("https://evil.example/manage");
  await page.getByRole("link", { name: "Retention", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Leave without saving the firm’s settings?").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  visit.expectComplaint(/400/);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Links must be https addresses at Square").waitFor();
  await page.getByLabel("Manage link").fill("https://squareup.com/manage");
  await page.getByLabel("Subscription page").fill("https://app.squareupsandbox.com/subscriptions/{id}");
  await page.getByLabel("Mail inquiries and bookings to").fill("desk@firm.example\nowner@firm.example");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Settings saved").waitFor();
  await page.getByRole("link", { name: "Subscriptions" }).click();
  expect(await page.getByRole("link", { name: /^View in Square/ }).getAttribute("href")).toBe(
    "https://app.squareupsandbox.com/subscriptions/sub%2F1",
  );
  const portal = await inPortal("book-service");
  expect(await portal.getByRole("link", { name: /^Manage your plan/ }).getAttribute("href")).toBe(
    "https://squareup.com/manage",
  );
  const sent = await fetch(`${area.firm.product.url}/api/contact/send`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      name: "Ada Byron",
      email: "ada@visitor.example",
      company: "Engines",
      serviceInterest: "Other",
      message: "What would you look at?",
    }),
  });
  expect(sent.status).toBe(200);
  for (const recipient of ["desk@firm.example", "owner@firm.example"])
    await expect
      .poll(async () => (await area.mailsTo(recipient))[0] ?? "", { timeout: 10_000 })
      .toContain("Ada Byron");
});

test("the contact page states the period that is set, and a shorter one is asked about first", async () => {
  const page = await at("retention");
  await page.getByLabel("Audit log (months)").fill("11");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Audit log: a whole number of months from 12 to 120").waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByLabel("Inquiries (months)").fill("9");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Keep inquiries for a shorter time?").waitFor();
  await page.getByRole("button", { name: "Keep shorter" }).click();
  await page.getByText("Retention periods saved").waitFor();
  for (const path of ["/", "/privacy-policy"]) {
    await page.goto(`${area.firm.product.url}${path}`);
    await page.getByText("9 months").waitFor();
  }
});

test("who did what is found in the audit log", async () => {
  const page = await at("audit");
  await page.getByLabel("Filter by subject").selectOption("retention_periods");
  await page
    .getByRole("row", { name: /Changed retention periods/ })
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: /^Details of entry/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("row", { name: "inquiry months 24 9" }).waitFor();
  await dialog.getByText(area.firm.administrator.email).waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByLabel("Search who, what or id").fill("nobody at all");
  await page.getByText("No entries found").waitFor();
});

// A hosted project tells nobody whom it refused: docs/hosted.md.
test.skipIf(isHostedRun)("every attempt to sign in stands beside it, refused ones too", async () => {
  const [client] = area.firm.clients;
  const page = await at("audit");
  const refused = await aVisit(area.browser);
  others.push(refused);
  refused.expectComplaint(/400/);
  await refused.page.goto(`${area.firm.product.url}/client-portal`);
  await refused.page.getByLabel("Email").fill(client.email);
  await refused.page.getByLabel("Password", { exact: true }).fill("not the password");
  await refused.page.getByRole("button", { name: "Login" }).click();
  await refused.page.getByText("Invalid email or password").waitFor();
  await page.getByRole("link", { name: "Sign-in attempts" }).click();
  await page.getByLabel("Filter by outcome").selectOption("wrong-credentials");
  await page
    .getByRole("row", { name: new RegExp(client.email) })
    .getByText("Wrong e-mail or password")
    .waitFor();
});

test("a client's data arrives as one file, and an inquirer is erased after a question", async () => {
  const [client] = area.firm.clients;
  await stored(
    area
      .rows()
      .from("contact_inquiries")
      .insert({
        reference: "ERASE",
        name: "Grace Hall",
        email: "Grace@visitor.example",
        company: "Fabrikam",
        service_interest: "Other",
        message: "Please call me back.",
      })
      .select("id"),
  );
  const page = await at(`privacy&client=${client.id}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export Data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("client.json")).toBe(true);
  await page.getByText(`The data of ${client.company} is in your downloads`).waitFor();

  await page.getByLabel("Email").fill("nobody@visitor.example");
  await page.getByRole("button", { name: "Erase Inquirer" }).click();
  await page.getByText("There is no inquiry from nobody@visitor.example.").waitFor();
  await page.getByLabel("Email").fill("grace@visitor.example");
  await page.getByRole("button", { name: "Erase Inquirer" }).click();
  await page.getByText("Erase 1 inquiry of grace@visitor.example, with notes and mail?").waitFor();
  await page.getByRole("button", { name: "Erase", exact: true }).click();
  await page.getByText("Erased 1 inquiry and 0 mails.").waitFor();
  const left = await stored(area.rows().from("contact_inquiries").select("id").eq("reference", "ERASE"));
  expect(left).toEqual([]);
});

type Section = {
  loading: string;
  full: string;
  failed: string;
  empty?: [query: string, words: string];
};

const SECTIONS: Record<string, Section> = {
  tiers: {
    loading: "Loading support plans...",
    full: "On offer",
    failed: "The support plans could not be loaded.",
  },
  firm: {
    loading: "Loading settings...",
    full: "Manage link",
    failed: "The firm’s settings could not be loaded.",
  },
  retention: {
    loading: "Loading retention periods...",
    full: "Unused sessions",
    failed: "The retention periods could not be loaded.",
  },
  administrators: {
    loading: "Loading administrators...",
    full: "owner@firm.example",
    failed: "The administrators could not be loaded.",
  },
  account: {
    loading: "Loading your sessions...",
    full: "This window",
    failed: "Your sessions could not be loaded.",
  },
  audit: {
    loading: "Loading the audit log...",
    full: "Details",
    failed: "The audit log could not be loaded.",
    empty: ["&search=nothing", "No entries found"],
  },
  "sign-ins": {
    loading: "Loading sign-in attempts...",
    full: "Signed in",
    failed: "The sign-in attempts could not be loaded.",
    empty: ["&search=nothing", "No attempts found"],
  },
  privacy: { loading: "Loading clients...", full: "Export Data", failed: "The clients could not be loaded." },
};

describe.each(Object.entries(WIDTHS))("on the %s", (_, viewport) => {
  test("every section fits and is accessible: full, empty, loading and failed", async () => {
    const page = await at("audit", { viewport });
    visit.expectComplaint(/Failed to load resource|Request failed/);
    const remarks: string[] = [];
    const look = async (section: string, words: string) => {
      await page.locator("#content").getByText(words).filter({ visible: true }).first().waitFor();
      remarks.push(...(await remarksOn(visit)).map((remark) => `${section} (${words}): ${remark}`));
    };
    const data = /\/rest\/v1\/|\/api\/(admin|own-sessions)|\/auth\/v1\/user/;
    for (const [section, { full, failed, loading, empty }] of Object.entries(SECTIONS)) {
      const address = `${area.firm.product.url}/admin/settings?section=${section}`;
      await page.goto(address);
      await look(section, full);
      if (empty) {
        await page.goto(address + empty[0]);
        await look(section, empty[1]);
      }
      const held: Route[] = [];
      let isRefusing = false;
      const refuse = (route: Route) => route.fulfill({ status: 400, json: { message: "no" } });
      await page.route(data, (route) => (isRefusing ? refuse(route) : void held.push(route)));
      await page.goto(address);
      await page.getByText(loading).first().waitFor();
      remarks.push(
        ...(await visit.accessibilityViolations()).map((remark) => `${section} loading: ${remark}`),
      );
      isRefusing = true;
      for (const route of held) await refuse(route);
      await look(section, failed);
      await page.unroute(data);
    }
    expect(remarks).toEqual([]);
  }, 120_000);
});
