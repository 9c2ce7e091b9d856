import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Checks every section, in every state and at both widths, for accessibility violations, horizontal scrolling and
// console errors.

const portal = setUpPortal();

type State = "loading" | "empty" | "full" | "failed";

/** Text that a section shows in each state. Null if the section makes no requests. */
const SECTIONS: Record<string, Record<State, string | null>> = {
  overview: {
    loading: null,
    empty: "Quick Actions",
    full: "Outstanding Balance",
    failed: "We couldn't load your balance.",
  },
  projects: {
    loading: "Loading projects...",
    empty: "No projects yet",
    full: "Assistant audit",
    failed: "We couldn't load your projects.",
  },
  findings: {
    loading: "Loading findings...",
    empty: "No findings yet",
    full: "Prompt injection in the support assistant",
    failed: "We couldn't load your findings.",
  },
  billing: {
    loading: "Loading invoices...",
    empty: "No invoices yet",
    full: "INV-7",
    failed: "We couldn't load your invoices.",
  },
  rates: {
    loading: "Loading rates...",
    empty: "Our standard rates",
    full: "Your agreed rates",
    failed: "We couldn't load your rates.",
  },
  settings: {
    loading: "Loading email preferences...",
    empty: "Receipts",
    full: "Receipts",
    failed: "We couldn't load your email preferences.",
  },
  "settings&tab=security": {
    loading: "Loading your sessions...",
    empty: "Not set up.",
    full: "This device",
    failed: "We couldn't load your sessions.",
  },
  "book-service": {
    loading: "Loading support plans...",
    empty: "Subscription Details",
    full: "Subscription Details",
    failed: "We couldn't load the support plans.",
  },
  documents: {
    loading: "Loading documents...",
    empty: "No documents found",
    full: "Showing 1 of 1 documents",
    failed: "We couldn't load your documents.",
  },
  messages: {
    loading: "Loading messages...",
    empty: "No messages yet",
    full: "On Monday.",
    failed: "We couldn't load your messages.",
  },
  meetings: {
    loading: "Loading meetings...",
    empty: "No upcoming meetings",
    full: "We'll send the link before the meeting.",
    failed: "We couldn't load your meetings.",
  },
};

const TITLES: Record<string, string> = {
  overview: "Dashboard Overview",
  projects: "My Projects",
  findings: "Findings",
  billing: "Billing & Invoices",
  rates: "Contracting Rates",
  settings: "Account Settings",
  "settings&tab=security": "Account Settings",
  "book-service": "Book New Service",
  documents: "Document Library",
  messages: "Messages",
  meetings: "Upcoming Meetings",
};

/** Requests that run before a section appears. They succeed in every state. */
const CLIENT_REQUESTS = /rest\/v1\/(users|clients|own_memberships)\?/;

beforeAll(async () => {
  const client_id = portal.firm.clients[0].id;
  const rows = portal.serviceClient();
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
  const { data: draft } = await rows
    .from("findings")
    .insert({
      ...{ project_id: project.id, client_id, found_on: "2026-11-01" },
      title:
        "Prompt injection in the support assistant, with a title that needs more than a line on a telephone",
      severity: "critical",
    })
    .select("id")
    .single()
    .throwOnError();
  await rows
    .from("findings")
    .update({ publication_status: "published", published_on: "2026-11-02", number: 1, key: "WL-01-001" })
    .eq("id", draft.id)
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

/** Makes the sections' requests hang or fail. */
async function mockRequests(page: Page, state: "loading" | "failed"): Promise<void> {
  await page.route(/\/(rest\/v1|auth\/v1\/user$|api\/own-sessions)/, (route) => {
    if (CLIENT_REQUESTS.test(route.request().url())) {
      return route.continue();
    }
    if (state === "loading") {
      return;
    }
    // A 403 from the auth endpoints would end the session.
    const status = route.request().url().includes("/auth/v1/") ? 400 : 403;
    return route.fulfill({ status, json: { code: "42501", message: "refused" } });
  });
}

/** Changes the section without a page load, like Back and Forward. */
async function showSection(page: Page, section: string): Promise<void> {
  await page.evaluate((search) => {
    history.pushState(null, "", search);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `?section=${section}`);
}

/** Checks accessibility and horizontal scrolling at both widths. `region` limits the accessibility check. */
async function expectNoIssues(session: BrowserSession, where: string, region?: string): Promise<void> {
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    await session.page.setViewportSize(viewport);
    expect(await session.accessibilityViolations(region), `${where} on the ${width}`).toEqual([]);
    const overflow = await session.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${where} on the ${width}`).toBeLessThanOrEqual(0);
  }
}

test.each([
  "empty",
  "full",
  "loading",
  "failed",
] as const)("every section is accessible in the %s state on phone and desktop", async (state) => {
  const session = await portal.openPage({ reducedMotion: "reduce" });
  if (state === "failed") {
    session.allowConsoleMessage(/40[03]|Request failed/);
  }
  const { page } = session;
  if (state === "loading" || state === "failed") {
    await mockRequests(page, state);
  }
  await portal.signIn(page, portal.firm.clients[state === "empty" ? 1 : 0]);
  for (const [section, texts] of Object.entries(SECTIONS)) {
    if (section !== "overview") {
      await showSection(page, section);
    }
    await page.getByRole("heading", { level: 1, name: TITLES[section] }).waitFor();
    const text = texts[state];
    if (text) {
      await page.getByText(text).first().waitFor();
    }
    if (state === "full" && section === "billing") {
      await page.getByRole("button", { name: "Payment Schedule for Invoice INV-7" }).click();
    }
    if (state === "full" && section === "projects") {
      await page.getByRole("button", { name: /^Timeline for/ }).click();
      await page.getByText("Target completion", { exact: true }).first().waitFor();
    }
    await expectNoIssues(session, `${section} ${state}`, section === "overview" ? undefined : "main");
  }
});
