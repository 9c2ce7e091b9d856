import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AdminArea, anAdminArea } from "#tests/support/an-admin-area.ts";
import type { Visit } from "#tests/support/browser.ts";
import { figures } from "./figures.ts";

// One project in two administrators' windows: both read it before either of them writes.

const ROUNDS = 2;
const PATH = "/admin/projects?search=Disputed";
const CHANGED = "This project has changed meanwhile. Please copy what you typed, and open it again.";
const NO_ROWS = "Update may have failed - no rows affected";

let area: AdminArea;
let visits: Visit[];
let pages: Page[];

beforeAll(async () => {
  area = await anAdminArea();
  const second = { email: "second@firm.example", password: "correct horse battery" };
  const made = await area.rows().auth.admin.createUser({
    ...second,
    email_confirm: true,
    app_metadata: { role: "admin" },
  });
  if (made.error) throw made.error;
  await area
    .rows()
    .from("projects")
    .insert({ client_id: area.firm.clients[0].id, project_name: "Disputed audit", notes: "As agreed." })
    .throwOnError();
  const both = await Promise.all([area.signedInAt(PATH), area.signedInAt(PATH, {}, second)]);
  visits = both.map(({ visit }) => visit);
  for (const visit of visits) visit.expectComplaint(/409 changed_meanwhile/);
  pages = both.map(({ page }) => page);
});
afterAll(() => area?.stop());

async function stored() {
  const { data } = await area
    .rows()
    .from("projects")
    .select("id, status, description, target_completion_date, project_notes(notes)")
    .single()
    .throwOnError();
  const { data: history } = await area
    .rows()
    .from("project_status_changes")
    .select("to_status")
    .order("id")
    .throwOnError();
  return { ...data, notes: data.project_notes?.notes, history: history.map(({ to_status }) => to_status) };
}

/** Holds the next write of both windows back until both have sent theirs. */
async function heldUntilBothWrote(): Promise<void> {
  const both = Promise.withResolvers<void>();
  let left = pages.length;
  for (const page of pages) {
    await page.route(/\/rest\/v1\/projects\?/, async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      left -= 1;
      if (left <= 0) both.resolve();
      await both.promise;
      return route.continue();
    });
  }
}

/** Which of the windows says which of the two. */
function saying(stored: string, refused: string): Promise<string[]> {
  return Promise.all(
    pages.map(async (page) => {
      const said = page.getByText(stored).or(page.getByText(refused)).first();
      await said.waitFor();
      return (await said.textContent()) === refused ? "refused" : "stored";
    }),
  );
}

const openForms = () =>
  Promise.all(
    pages.map(async (page) => {
      await page.goto(`${area.firm.product.url}${PATH}`);
      await page.getByRole("button", { name: "Edit project: Disputed audit" }).click();
      const form = page.getByRole("dialog");
      await form.getByLabel("Description").waitFor();
      return form;
    }),
  );

test("two forms saved at once: one whole set is stored, the other administrator is told and loses no word", async () => {
  const won = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, second] = await openForms();
    const wanted = [
      { status: round % 2 ? "on_hold" : "in_progress", description: `First ${round}` },
      {
        description: `Second ${round}`,
        notes: `Noted ${round}`,
        target_completion_date: `2027-01-1${round}`,
      },
    ];
    const before = await stored();
    await first?.getByLabel("Status").selectOption(wanted[0]?.status ?? "");
    await first?.getByLabel("Description").fill(wanted[0]?.description ?? "");
    await second?.getByLabel("Description").fill(wanted[1]?.description ?? "");
    await second?.getByLabel("Notes").fill(wanted[1]?.notes ?? "");
    await second?.getByLabel("Target completion").fill(wanted[1]?.target_completion_date ?? "");
    await heldUntilBothWrote();
    await Promise.all(
      [first, second].map((form) => form?.getByRole("button", { name: "Save Changes" }).click()),
    );
    const said = await saying("Project updated successfully", CHANGED);
    expect(said.toSorted()).toEqual(["refused", "stored"]);
    const winner = said.indexOf("stored");
    won[winner] = (won[winner] ?? 0) + 1;
    const { status, description, target_completion_date, notes } = before;
    expect(await stored()).toMatchObject({
      status,
      description,
      target_completion_date,
      notes,
      ...wanted[winner],
    });
    // What the other one typed is still there to copy.
    const loser = [first, second][1 - winner];
    expect(await loser?.getByLabel("Description").inputValue()).toBe(wanted[1 - winner]?.description);
    for (const page of pages) await page.unroute(/\/rest\/v1\/projects\?/);
  }
  figures(
    `${ROUNDS} × two forms at once: ${won.join(" and ")} stored whole, ${ROUNDS} told, 0 lost in silence`,
  );
});

test("two statuses chosen at once: one is stored and in the history, the other administrator is told", async () => {
  const chosen = ["completed", "cancelled"];
  for (const page of pages) await page.goto(`${area.firm.product.url}${PATH}`);
  const before = await stored();
  const selects = pages.map((page) => page.getByLabel("Status of Disputed audit"));
  for (const select of selects) await select.waitFor();
  await heldUntilBothWrote();
  await Promise.all(selects.map((select, index) => select.selectOption(chosen[index] ?? "")));
  const said = await saying("(SAVED TO DATABASE)", NO_ROWS);
  expect(said.toSorted()).toEqual(["refused", "stored"]);
  const won = chosen[said.indexOf("stored")] ?? "";
  expect(await stored()).toMatchObject({ status: won, history: [...before.history, won] });
  // And sees what it is now.
  const loser = selects[said.indexOf("refused")];
  await expect.poll(() => loser?.inputValue()).toBe(won);
  for (const page of pages) await page.unroute(/\/rest\/v1\/projects\?/);
  figures("two statuses at once: one stored and noted, the other administrator told");
});

test("an invoice that changes the project's sum meanwhile refuses nobody", async () => {
  const [form] = await openForms();
  const { id } = await stored();
  await area
    .rows()
    .from("invoices")
    .insert({
      client_id: area.firm.clients[0].id,
      project_id: id,
      invoice_number: "Meanwhile-1",
      amount: 50,
      status: "pending",
    })
    .throwOnError();
  await form?.getByLabel("Description").fill("Beside an invoice");
  await form?.getByRole("button", { name: "Save Changes" }).click();
  await pages[0]?.getByText("Project updated successfully").waitFor();
  expect(await stored()).toMatchObject({ description: "Beside an invoice" });
  expect(visits.flatMap((visit) => visit.complaints())).toEqual([]);
});
