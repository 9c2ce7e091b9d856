import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests the pipeline columns that only actions of clients fill, with 45 rows each.

const portal = setUpPortal();
const ROWS = 45;
const COLUMNS = [
  { name: "Quote requests", title: "Quote", value: null },
  { name: "Viewed", title: "Viewed offer", value: "$45,000.00" },
  { name: "Decided", title: "Declined offer", value: "$90,000.00" },
] as const;

beforeAll(async () => {
  const { id: clientId } = portal.firm.clients[0];
  const service = portal.serviceClient();
  const today = firmToday(new Date());
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
  const at = (number: number) => new Date(Date.now() - number * 3_600_000).toISOString();
  await service
    .from("service_bookings")
    .insert(
      numbers.map((number) => ({
        ...{ client_id: clientId, kind: "quote" as const, service_type: `Quote ${number}` },
        ...{ preferred_start_date: addDays(today, 60), project_description: "Review our agents." },
        created_at: at(number),
      })),
    )
    .throwOnError();
  const proposal = (number: number) => ({
    ...{ client_id: clientId, current_version: 1, valid_until: addDays(today, 30) },
    ...{ created_at: at(number), first_sent_at: at(number), sent_at: at(number), viewed_at: at(number) },
  });
  await service
    .from("proposals")
    .insert([
      ...numbers.map((number) => ({
        ...{ ...proposal(number), status: "viewed" as const, value: 1000 },
        title: `Viewed offer ${number}`,
      })),
      ...numbers.map((number) => ({
        ...{ ...proposal(number), status: "declined" as const, value: 2000, closed_at: at(number) },
        title: `Declined offer ${number}`,
      })),
    ])
    .throwOnError();
});

async function signIn(page: Page): Promise<void> {
  const { email, password } = portal.firm.administrator;
  await page.goto(`${portal.firm.product.url}/admin/pipeline`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

describe.each(Object.entries(VIEWPORTS))("on %s", (_, viewport) => {
  test("quote requests, viewed and decided proposals are listed 20 at a time, newest first", async () => {
    const { page, accessibilityViolations } = await portal.openPage({ viewport, reducedMotion: "reduce" });
    await signIn(page);
    for (const { name, title, value } of COLUMNS) {
      const column = page.getByRole("region", { name });
      const cards = column.getByRole("link");
      await column.getByText(`${ROWS}`, { exact: true }).waitFor();
      expect(await cards.count(), name).toBe(20);
      expect(await cards.first().innerText()).toContain(`${title} 1`);
      if (value) {
        await column.getByText(value).waitFor();
      }
      const more = page.getByRole("button", { name: `Show more: ${name}` });
      await more.click();
      await expect.poll(() => cards.count()).toBe(40);
      await more.click();
      await expect.poll(() => cards.count()).toBe(ROWS);
      await more.waitFor({ state: "detached" });
    }
    expect(await accessibilityViolations()).toEqual([]);
    expect(await findLayoutFaults(page, [viewport.width])).toEqual([]);
  });
});
