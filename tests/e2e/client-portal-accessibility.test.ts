import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Visit, WIDTHS } from "#tests/support/browser.ts";
import { aPortal } from "#tests/support/portal.ts";

// Every section in every state at both widths: no violation, nothing wider than the window, a quiet console.

const portal = aPortal();

type State = "loading" | "empty" | "full" | "failed";

/** What a section shows in each state; null where it asks nothing of its own. */
const SECTIONS: Record<string, Record<State, string | null>> = {
  overview: { loading: null, empty: "Quick Actions", full: "Outstanding Balance", failed: "Your balance" },
  projects: {
    loading: "Loading projects...",
    empty: "No projects yet",
    full: "Assistant audit",
    failed: "Your projects could not be loaded.",
  },
  billing: {
    loading: "Loading invoices...",
    empty: "No invoices yet",
    full: "INV-7",
    failed: "Your invoices could not be loaded.",
  },
  rates: {
    loading: "Loading rates...",
    empty: "Our standard rates",
    full: "Agreed with you",
    failed: "Your rates could not be loaded.",
  },
  settings: {
    loading: "Loading your sessions...",
    empty: "None yet.",
    full: "This window",
    failed: "Your sessions could not be loaded.",
  },
  "book-service": {
    loading: "Loading support plans...",
    empty: "Subscription Details",
    full: "Subscription Details",
    failed: "The support plans could not be loaded.",
  },
  documents: {
    loading: "Loading documents...",
    empty: "No documents found",
    full: "Showing 1 of 1 documents",
    failed: "Your documents could not be loaded.",
  },
  messages: {
    loading: "Loading messages...",
    empty: "No messages yet",
    full: "On Monday.",
    failed: "Your messages could not be loaded.",
  },
  meetings: {
    loading: "Loading meetings...",
    empty: "No upcoming meetings",
    full: "Add to calendar",
    failed: "Your meetings could not be loaded.",
  },
};

const TITLES: Record<string, string> = {
  overview: "Dashboard Overview",
  projects: "My Projects",
  billing: "Billing & Invoices",
  rates: "Contracting Rates",
  settings: "Account Settings",
  "book-service": "Book New Service",
  documents: "Document Library",
  messages: "Messages",
  meetings: "Upcoming Meetings",
};

/** Who is asked before any section is drawn: the states below are those of the sections. */
const ABOUT_THE_CLIENT = /\/rest\/v1\/(users|clients)\?/;

beforeAll(async () => {
  const client_id = portal.firm.clients[0].id;
  const rows = portal.rows();
  const { data: project } = await rows
    .from("projects")
    .insert({
      client_id,
      project_name: "Assistant audit of a name so long that it needs more than a line on a telephone",
      status: "in_progress",
      target_completion_date: "2031-06-30",
    })
    .select("id")
    .single()
    .throwOnError();
  const payment_schedule = Array.from({ length: 12 }, (_, index) => ({
    request_type: index === 0 ? "DEPOSIT" : "INSTALLMENT",
    percentage_requested: index === 0 ? "25" : undefined,
    due_date: `2031-${String(index + 1).padStart(2, "0")}-01`,
    computed_amount_money: { amount: 10_288_065, currency: "USD" },
    total_completed_amount_money: { amount: index === 0 ? 10_288_065 : 0, currency: "USD" },
  }));
  await rows
    .from("invoices")
    .insert({
      client_id,
      project_id: project.id,
      invoice_number: "INV-7",
      description: "Continuous adversarial testing of every model in production",
      amount: 1_234_567.89,
      status: "overdue",
      due_date: "2031-02-01",
      payment_schedule,
      square_payment_url: "https://squareup.com/pay-invoice/7",
    })
    .throwOnError();
  await rows
    .from("client_rates")
    .insert({ client_id, service_type: "AI Security Assessment", hourly_rate: 300, discount_tier: "Gold" })
    .throwOnError();
  await rows
    .from("documents")
    .insert({ client_id, name: "Assessment.pdf", file_size: 1_500_000, mime_type: "application/pdf" })
    .throwOnError();
  await rows.from("messages").insert({ client_id, sender_role: "admin", body: "On Monday." }).throwOnError();
  await rows
    .from("service_bookings")
    .insert({
      client_id,
      service_type: "AI Security Assessment",
      preferred_start_date: "2031-05-01",
      project_description: "Review our assistant",
      status: "approved",
      scheduled_at: "2031-05-02T15:00:00Z",
    })
    .throwOnError();
});

/** Answers the questions of the sections, but not those about the client, in a state's way. */
async function answerAs(page: Page, state: "loading" | "failed"): Promise<void> {
  await page.route(/\/(rest\/v1|auth\/v1\/user$|api\/own-sessions)/, (route) => {
    if (ABOUT_THE_CLIENT.test(route.request().url())) return route.continue();
    if (state === "loading") return;
    // From the accounts' own address 403 would say that the session is gone.
    const status = route.request().url().includes("/auth/v1/") ? 400 : 403;
    return route.fulfill({ status, json: { code: "42501", message: "refused" } });
  });
}

/** As Back and Forward do: another section, the same page. */
async function goTo(page: Page, section: string): Promise<void> {
  await page.evaluate((search) => {
    history.pushState(null, "", search);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `?section=${section}`);
}

/** At both widths: the whole page at first, and then what changes in it. */
async function expectNoRemark(visit: Visit, where: string, region?: string): Promise<void> {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    await visit.page.setViewportSize(viewport);
    expect(await visit.accessibilityViolations(region), `${where} on the ${width}`).toEqual([]);
    const sideways = await visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(sideways, `${where} on the ${width}`).toBeLessThanOrEqual(0);
  }
}

test.each([
  "empty",
  "full",
  "loading",
  "failed",
] as const)("every section is accessible when %s, on the phone and on the desktop", async (state) => {
  const visit = await portal.aWindow({ reducedMotion: "reduce" });
  if (state === "failed") visit.expectComplaint(/40[03]|Request failed/);
  const { page } = visit;
  if (state === "loading" || state === "failed") await answerAs(page, state);
  await portal.signIn(page, portal.firm.clients[state === "empty" ? 1 : 0]);
  for (const [section, words] of Object.entries(SECTIONS)) {
    if (section !== "overview") await goTo(page, section);
    await page.getByRole("heading", { level: 1, name: TITLES[section] }).waitFor();
    const shown = words[state];
    if (shown) await page.getByText(shown).first().waitFor();
    if (state === "full" && section === "billing")
      await page.getByRole("button", { name: "Payment Schedule of Invoice INV-7" }).click();
    if (state === "full" && section === "projects") {
      await page.getByRole("button", { name: /^Timeline of/ }).click();
      await page.getByText("Created: In Progress").waitFor();
    }
    await expectNoRemark(visit, `${section} ${state}`, section === "overview" ? undefined : "main");
  }
});
