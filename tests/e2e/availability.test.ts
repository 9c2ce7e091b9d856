import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";

// Tests the settings that determine the free times, the list of consultations, and clients who pick meeting times.

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

async function signInAt(path: string, ...options: [object?, AdminArea["firm"]["administrator"]?]) {
  const opened = await area.signInAt(path, ...options);
  session = opened.session;
  return opened.page;
}

test("an administrator adds a host and hours, and the booking page offers times", async () => {
  const page = await signInAt("/admin/settings?section=availability&tab=hosts");
  await page.getByText("Visitors can't book yet. Add a host and add weekly hours.").waitFor();
  await page.getByRole("button", { name: "Add host" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Maya Okafor");
  await dialog.getByLabel("Email").fill("maya@firm.example");
  await dialog.getByLabel("Place").selectOption("Phone call");
  await dialog.getByLabel("Phone number").fill("+1 212 555 0100");
  await dialog.getByRole("button", { name: "Add host" }).click();
  await page.getByRole("table", { name: "Hosts" }).getByText("+1 212 555 0100").waitFor();

  await page.getByRole("tab", { name: "Hours" }).click();
  await page.getByRole("button", { name: "Add hours to Monday" }).click();
  await page.getByLabel("Monday, end").fill("08:00");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("The end must be after the start").waitFor();
  expect(await session.accessibilityViolations(), "error").toEqual([]);
  await page.getByLabel("Monday, end").fill("12:00");
  await page.getByRole("button", { name: "Copy to Tuesday–Friday" }).click();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Weekly hours saved").waitFor();
  await page.getByText(/^Visitors can't book yet/).waitFor({ state: "detached" });

  await page.getByRole("tab", { name: "Rules" }).click();
  await page.getByLabel("Length").selectOption("1 hour");
  await page.getByLabel("Clients pick meeting times themselves").check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Rules saved").waitFor();

  await page.goto(`${area.firm.product.url}/book?view=list`);
  await page.getByText("60 minutes, free of charge").waitFor();
  await page.getByText("Phone call", { exact: true }).waitFor();
  await page.locator("[data-time-link]").first().waitFor();
});

test("an administrator reschedules, cancels and marks consultations on a phone", async () => {
  const service = area.serviceClient();
  const { data: host } = await service.from("consultation_hosts").select("id").single().throwOnError();
  const insert = (name: string, hours: number) => {
    const start = new Date(Date.now() + hours * 3_600_000);
    return service
      .from("consultations")
      .insert({
        ...{
          form_id: crypto.randomUUID(),
          host_id: host.id,
          status: "confirmed",
          time_zone: "Europe/Berlin",
        },
        ...{ starts_at: start.toISOString(), ends_at: new Date(start.getTime() + 1_800_000).toISOString() },
        ...{ name, email: "ada@visitor.example", company: "Engines Ltd", topic: "A test of our assistant" },
        confirmed_at: new Date().toISOString(),
      })
      .throwOnError();
  };
  await insert("Ada Byron", 30);
  await insert("Charles Babbage", -30);
  const page = await signInAt("/admin/bookings?tab=consultations", { viewport: VIEWPORTS.phone });
  // The host takes calls by phone.
  await page.getByRole("link", { name: "+1 212 555 0100" }).waitFor();
  const openMenu = () => page.getByRole("button", { name: "More actions: Ada Byron" }).click();
  await openMenu();
  await page.getByRole("menuitem", { name: "Details" }).click();
  await page.getByRole("dialog").getByText("Central European Time (Berlin)").waitFor();
  expect(await session.accessibilityViolations(), "details").toEqual([]);
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  const readStart = async () => {
    const { data } = await service
      .from("consultations")
      .select("starts_at, calendar_sequence")
      .eq("name", "Ada Byron")
      .single()
      .throwOnError();
    return data;
  };
  const before = await readStart();
  await page.getByRole("button", { name: "Reschedule: Ada Byron" }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule consultation" });
  await dialog.getByRole("region", { name: "Available times" }).waitFor();
  expect(await dialog.getByRole("button", { name: "Reschedule consultation" }).isDisabled()).toBe(true);
  await dialog.getByLabel("New time").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Reschedule consultation" }).click();
  await dialog.getByText("Choose a future date and time").waitFor();
  expect(await session.accessibilityViolations(), "reschedule").toEqual([]);
  // A time at night is outside of the weekly hours.
  session.allowConsoleMessage(/409/);
  await dialog.getByLabel("New time").fill(`${new Date().getFullYear() + 1}-03-01T03:00`);
  await dialog.getByRole("button", { name: "Reschedule consultation" }).click();
  await dialog.getByLabel("Schedule it anyway").waitFor();
  expect(await session.accessibilityViolations(), "conflict").toEqual([]);
  const lastTime = dialog.getByRole("region", { name: "Available times" }).getByRole("button").last();
  await lastTime.click();
  expect(await lastTime.getAttribute("aria-pressed")).toBe("true");
  await dialog.getByLabel("Reason").fill("The host is at a conference");
  await dialog.getByRole("button", { name: "Reschedule consultation" }).click();
  await page.getByText("Consultation with Ada Byron rescheduled").waitFor();
  const after = await readStart();
  expect(after.starts_at).not.toBe(before.starts_at);
  expect(after.calendar_sequence).toBe(before.calendar_sequence + 1);
  await openMenu();
  await page.getByRole("menuitem", { name: "Cancel consultation" }).click();
  await page.getByLabel("Reason").fill("The host is ill");
  await page.getByRole("button", { name: "Cancel consultation" }).click();
  await page.getByText("No upcoming consultations").waitFor();
  await page.getByLabel("Filter by status").selectOption("Past");
  await page.getByRole("button", { name: "No-show: Charles Babbage" }).click();
  await page.getByRole("button", { name: "Mark as no-show" }).click();
  await page.getByText("Charles Babbage marked as no-show").waitFor();
  expect(await session.accessibilityViolations(), "list").toEqual([]);
  const { data } = await service.from("consultations").select("status").order("name").throwOnError();
  expect(data).toEqual([{ status: "cancelled" }, { status: "no_show" }]);
});

test("a client schedules a request with a free time", async () => {
  const [client] = area.firm.clients;
  await area
    .serviceClient()
    .from("service_bookings")
    .insert({
      ...{ client_id: client.id, service_type: "AI Security Assessment", preferred_start_date: "2030-01-31" },
      project_description: "Test our assistant",
    })
    .throwOnError();
  const page = await signInAt("/client-portal?section=book-service", {}, client);
  await page.getByRole("tab", { name: "Custom Project" }).click();
  await page.getByRole("button", { name: "Schedule meeting: AI Security Assessment" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await dialog.getByText("Choose a time").waitFor();
  await dialog.getByRole("radio").first().check();
  expect(await session.accessibilityViolations(), "dialog").toEqual([]);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await page.getByText("Meeting scheduled").waitFor();
  await page.goto(`${area.firm.product.url}/client-portal?section=meetings`);
  await page.getByRole("button", { name: /^Change: AI Security Assessment/ }).click();
  await page.getByRole("menuitem", { name: "Reschedule" }).waitFor();
});

test("the form stays open with its error when the firm answered the request in the meantime", async () => {
  const [, client] = area.firm.clients;
  const service = area.serviceClient();
  await service
    .from("service_bookings")
    .insert({
      ...{ client_id: client.id, service_type: "Guardrail review", preferred_start_date: "2030-01-31" },
      project_description: "Test our assistant",
    })
    .throwOnError();
  const page = await signInAt("/client-portal?section=meetings", {}, client);
  await page.getByRole("button", { name: "Schedule meeting: Guardrail review" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio").first().check();
  await service
    .from("service_bookings")
    .update({ status: "declined" })
    .eq("client_id", client.id)
    .throwOnError();
  session.allowConsoleMessage(/409/);
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await page.getByText("1 request without a meeting time.").waitFor({ state: "detached" });
  await dialog.getByRole("alert").waitFor();
});
