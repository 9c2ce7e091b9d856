import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { queryEmbedded } from "#tests/support/database/query-embedded.ts";
import { isHostedRun } from "#tests/support/product/test-product.ts";

// Tests the Availability settings without data, with failures, and with everything.

const PATH = "/admin/settings?section=availability";

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

async function signInAt(path: string, options = {}) {
  const opened = await area.signInAt(path, options);
  session = opened.session;
  return opened.page;
}

test("names the first steps of a new installation", async () => {
  const page = await signInAt(`${PATH}&tab=hosts`);
  await page.getByText("Visitors can't book yet. Add a host and add weekly hours.").waitFor();
  await page.getByText("Add a host first, then the address of the host's calendar").waitFor();
  expect(await page.getByRole("button", { name: "Add calendar" }).isDisabled()).toBe(true);
  expect(await findPageIssues(session)).toEqual([]);
  await page.goto(`${area.firm.product.url}/book`);
  // The script loads the page again with the time zone of the browser.
  await page.waitForURL("**/book?*");
  await page.getByText("No times available right now.").waitFor();
  expect(await page.getByRole("grid").count()).toBe(0);
  expect(await session.accessibilityViolations()).toEqual([]);
});

test("shows that the availability couldn't be loaded, and loads it again", async () => {
  const page = await signInAt("/admin/dashboard");
  let fails = true;
  await page.route("**/api/admin/scheduling", (route) =>
    fails
      ? route.fulfill({ status: 500, json: { error: "Something went wrong.", code: "internal" } })
      : route.continue(),
  );
  session.allowConsoleMessage(/status of 500|Request failed: 500/);
  await page.goto(area.firm.product.url + PATH);
  await page.getByText("We couldn't load the availability.").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  fails = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { name: "Weekly hours" }).waitFor();
});

test.each(
  Object.entries(VIEWPORTS),
)("shows why hours aren't saved where the %s shows the form", async (_, viewport) => {
  const page = await signInAt(PATH, { viewport });
  await page.getByRole("button", { name: "Add hours to Tuesday" }).click();
  await page.getByLabel("Tuesday, end").fill("08:00");
  const save = page.getByRole("button", { name: "Save Changes" });
  await save.click();
  await page.getByText("The end must be after the start").waitFor();
  expect(await page.getByLabel("Tuesday, start").evaluate((field) => field === document.activeElement)).toBe(
    true,
  );
  expect(await findPageIssues(session)).toEqual([]);

  await page.getByLabel("Tuesday, end").fill("12:00");
  await page.route("**/api/admin/scheduling/hours", (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong.", code: "internal" } }),
  );
  session.allowConsoleMessage(/status of 500|Request failed: 500/);
  await save.click();
  const error = page.getByText("Something went wrong.");
  await error.waitFor();
  const [errorBox, saveBox] = [await error.boundingBox(), await save.boundingBox()];
  expect((saveBox?.y ?? 0) - (errorBox?.y ?? 0)).toBeLessThan(120);
  // The form keeps what was typed.
  expect(await page.getByLabel("Tuesday, end").inputValue()).toBe("12:00");
});

test.skipIf(isHostedRun)(
  "shows failing calendars with the reason, and that their last busy times apply",
  async () => {
    const service = area.serviceClient();
    const { data: host } = await service
      .from("consultation_hosts")
      .insert({ name: "Maya Okafor", email: "maya@firm.example", phone: "+1 212 555 0100", is_active: false })
      .select("id")
      .single()
      .throwOnError();
    await service
      .from("availability_hours")
      .update({ hours: "{[540,720)}" })
      .lte("weekday", 5)
      .throwOnError();
    const addCalendar = (label: string, hoursAgo: number | null, failure: string | null) =>
      queryEmbedded(
        area.firm.product.dataDir,
        `insert into private.calendar_feeds (host_id, label, url_encrypted, encryption_key_id, server_name, checked_at,
                                           succeeded_at, failing_since, failure, busy_count)
       values ($1, $2, '\\x00', 'k1', 'calendar.example', now(), now() - interval '5 hours',
               now() - make_interval(hours => $3), $4, 7)`,
        [host.id, label, hoursAgo, failure],
      );
    // The scheduled job can't change the calendars if it runs during the test.
    await queryEmbedded(
      area.firm.product.dataDir,
      "create rule keep_calendars as on update to private.calendar_feeds do instead nothing",
      [],
    );
    await addCalendar("Work", null, null);
    await addCalendar("Family", 4, "The calendar's server took longer than 10 s.");
    await addCalendar("Team", 1, "The address doesn't return a calendar.");
    const page = await signInAt(`${PATH}&tab=hosts`, { reducedMotion: "reduce" });
    await page.getByText("Visitors can't book yet. Activate a host.").waitFor();
    const calendars = page.getByRole("region", { name: "Calendars" });
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await calendars.getByText("Failing", { exact: true }).waitFor();
      await calendars.getByText("Last read failed").waitFor();
      await calendars.getByText("Up to date").waitFor();
      await calendars.getByText("The calendar's server took longer than 10 s.").waitFor();
      const hint = calendars.getByText("Busy times from the last successful read still apply.");
      expect(await hint.count()).toBe(2);
    }
    await expectNoFaultsAtEachWidth(session, "failing calendars");
  },
);
