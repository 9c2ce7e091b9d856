import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminArea, startAdminArea } from "#tests/support/browser/admin-area.ts";
import type { BrowserSession } from "#tests/support/browser/browser.ts";
import { recordFigures } from "./support/record-figures.ts";

// Two administrators open the same project and both read it before either of them saves.

const ROUNDS = 2;
const PATH = "/admin/projects?search=Disputed";
const CONFLICT_MESSAGE = "Someone else edited this project. Copy your changes, reopen it and try again.";
const NO_ROWS_MESSAGE = "Update may have failed - no rows affected";

let area: AdminArea;
let sessions: BrowserSession[];
let pages: Page[];

beforeAll(async () => {
  area = await startAdminArea();
  const secondAdministrator = { email: "second@firm.example", password: "correct horse battery" };
  const created = await area.serviceClient().auth.admin.createUser({
    ...secondAdministrator,
    email_confirm: true,
    app_metadata: { role: "admin" },
  });
  if (created.error) {
    throw created.error;
  }
  await area
    .serviceClient()
    .from("projects")
    .insert({ client_id: area.firm.clients[0].id, project_name: "Disputed audit", notes: "As agreed." })
    .throwOnError();
  const signIns = await Promise.all([area.signInAt(PATH), area.signInAt(PATH, {}, secondAdministrator)]);
  sessions = signIns.map(({ session }) => session);
  for (const session of sessions) {
    session.allowConsoleMessage(/409 edit_conflict/);
  }
  pages = signIns.map(({ page }) => page);
});
afterAll(() => area?.stop());

async function readProject() {
  const { data } = await area
    .serviceClient()
    .from("projects")
    .select("id, status, description, target_completion_date, project_notes(notes)")
    .single()
    .throwOnError();
  const { data: history } = await area
    .serviceClient()
    .from("project_status_changes")
    .select("to_status")
    .order("id")
    .throwOnError();
  return { ...data, notes: data.project_notes?.notes, history: history.map(({ to_status }) => to_status) };
}

/** Delays the next write of each window until both windows have sent one. */
async function holdWritesUntilBothSent(): Promise<void> {
  const allSent = Promise.withResolvers<void>();
  let remaining = pages.length;
  for (const page of pages) {
    await page.route(/\/rest\/v1\/projects\?/, async (route) => {
      if (route.request().method() !== "PATCH") {
        return route.continue();
      }
      remaining -= 1;
      if (remaining <= 0) {
        allSent.resolve();
      }
      await allSent.promise;
      return route.continue();
    });
  }
}

/** Returns for each window whether its change was stored or rejected. */
function readOutcomes(stored: string, rejected: string): Promise<string[]> {
  return Promise.all(
    pages.map(async (page) => {
      const message = page.getByText(stored).or(page.getByText(rejected)).first();
      await message.waitFor();
      return (await message.textContent()) === rejected ? "rejected" : "stored";
    }),
  );
}

const openForms = () =>
  Promise.all(
    pages.map(async (page) => {
      await page.goto(`${area.firm.product.url}${PATH}`);
      await page.getByRole("button", { name: "More actions: Disputed audit" }).click();
      await page.getByRole("menuitem", { name: "Edit project" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Description").waitFor();
      return form;
    }),
  );

test("when two forms are saved at the same time, one is stored completely, and the other administrator gets an error and keeps the typed text", async () => {
  const savedCounts = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = await openForms();
    const changes = [
      { status: round % 2 ? "on_hold" : "in_progress", description: `First ${round}` },
      {
        description: `Second ${round}`,
        notes: `Noted ${round}`,
        target_completion_date: `2027-01-1${round}`,
      },
    ];
    const before = await readProject();
    await first?.getByLabel("Status").selectOption(changes[0]?.status ?? "");
    await first?.getByLabel("Description").fill(changes[0]?.description ?? "");
    await second?.getByLabel("Description").fill(changes[1]?.description ?? "");
    await second?.getByLabel("Notes").fill(changes[1]?.notes ?? "");
    await second?.getByLabel("Target completion").fill(changes[1]?.target_completion_date ?? "");
    await holdWritesUntilBothSent();
    await Promise.all(
      [first, second].map((form) => form?.getByRole("button", { name: "Save Changes" }).click()),
    );
    const outcomes = await readOutcomes("Project updated successfully", CONFLICT_MESSAGE);
    expect(outcomes.toSorted()).toEqual(["rejected", "stored"]);
    const storedIndex = outcomes.indexOf("stored");
    savedCounts[storedIndex] = (savedCounts[storedIndex] ?? 0) + 1;
    const { status, description, target_completion_date, notes } = before;
    expect(await readProject()).toMatchObject({
      status,
      description,
      target_completion_date,
      notes,
      ...changes[storedIndex],
    });
    // The rejected form still contains the typed text.
    const rejectedPage = [first, second][1 - storedIndex];
    expect(await rejectedPage?.getByLabel("Description").inputValue()).toBe(
      changes[1 - storedIndex]?.description,
    );
    for (const page of pages) {
      await page.unroute(/\/rest\/v1\/projects\?/);
    }
  }
  recordFigures(
    `${ROUNDS} × two forms at once: ${savedCounts.join(" and ")} stored completely, ${ROUNDS} rejected with an error, 0 lost silently`,
  );
});

test("when two statuses are selected at the same time, one is stored with its history, and the other administrator gets an error", async () => {
  const chosen = ["completed", "cancelled"];
  for (const page of pages) {
    await page.goto(`${area.firm.product.url}${PATH}`);
  }
  const before = await readProject();
  const statusSelects = pages.map((page) => page.getByLabel("Status of Disputed audit"));
  for (const select of statusSelects) {
    await select.waitFor();
  }
  await holdWritesUntilBothSent();
  await Promise.all(statusSelects.map((select, index) => select.selectOption(chosen[index] ?? "")));
  const outcomes = await readOutcomes("(SAVED TO DATABASE)", NO_ROWS_MESSAGE);
  expect(outcomes.toSorted()).toEqual(["rejected", "stored"]);
  const storedStatus = chosen[outcomes.indexOf("stored")] ?? "";
  expect(await readProject()).toMatchObject({
    status: storedStatus,
    history: [...before.history, storedStatus],
  });
  // The rejected window shows the stored status.
  const rejectedSelect = statusSelects[outcomes.indexOf("rejected")];
  await expect.poll(() => rejectedSelect?.inputValue()).toBe(storedStatus);
  for (const page of pages) {
    await page.unroute(/\/rest\/v1\/projects\?/);
  }
  recordFigures("two statuses at once: one stored with its history, the other one rejected with an error");
});

test("a changed project total does not conflict with saving the form", async () => {
  const [form] = await openForms();
  const { id } = await readProject();
  await area
    .serviceClient()
    .from("invoices")
    .insert({
      client_id: area.firm.clients[0].id,
      project_id: id,
      invoice_number: "Concurrent-1",
      amount: 50,
      status: "pending",
    })
    .throwOnError();
  await form?.getByLabel("Description").fill("Saved next to an invoice");
  await form?.getByRole("button", { name: "Save Changes" }).click();
  await pages[0]?.getByText("Project updated successfully").waitFor();
  expect(await readProject()).toMatchObject({ description: "Saved next to an invoice" });
  expect(sessions.flatMap((session) => session.consoleMessages())).toEqual([]);
});
