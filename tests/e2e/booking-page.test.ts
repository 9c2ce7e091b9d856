import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectNoFaults } from "#tests/support/browser/each-width.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests the pages on which visitors book a consultation, and where they confirm, reschedule and cancel it.

const portal = setUpPortal();

const url = (path: string) => `${portal.firm.product.url}${path}`;
const TOPIC = "What would you look at first in our support bot?";

beforeAll(async () => {
  const service = portal.serviceClient();
  await service
    .from("consultation_hosts")
    .insert({
      name: "Maya Okafor",
      email: "maya@firm.example",
      meeting_url: "https://meet.firm.example/maya",
    })
    .throwOnError();
  // Every day, so that the tests do not depend on the day on which they run.
  await service.from("availability_hours").update({ hours: "{[600,720)}" }).gte("weekday", 1).throwOnError();
});

/** Waits for the link in the latest email to an address. */
async function waitForLink(email: string, pattern = /\/book\/manage\/[\w-]+/): Promise<string> {
  const find = () =>
    portal.smtpServer.received
      .filter(({ to }) => to.includes(email))
      .map(({ message }) => pattern.exec(message.text ?? "")?.[0])
      .findLast((link) => link !== undefined);
  await expect.poll(find, { timeout: 15_000 }).toBeDefined();
  return find() ?? "";
}

async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Company").fill("Engines Ltd");
  await page.getByLabel("What would you like to talk about?").fill(TOPIC);
}

/** The accessible name of the focused element, with plain spaces. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").replaceAll("\u202f", " ");
  });

describe.each(Object.entries(VIEWPORTS))("on %s", (width, viewport) => {
  test("a visitor books with the keyboard, confirms, reschedules and cancels", async () => {
    const session = await portal.openPage({
      viewport,
      reducedMotion: "reduce",
      timezoneId: "America/Los_Angeles",
    });
    const { page } = session;
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
      }
    };
    await page.goto(url("/book"));
    const calendar = page.getByRole("grid");
    await calendar.waitFor();
    await expect.poll(() => page.getByLabel("Time zone").inputValue()).toBe("America/Los_Angeles");
    await expectNoFaults(session, "calendar");

    // The grid has one tab stop.
    await page.getByRole("button", { name: /^Next month, / }).focus();
    await press("Tab");
    const firstDay = await focusedName(page);
    expect(firstDay).toMatch(/^\w+, \w+ \d+, \d{4}, \d available times, selected$/);
    await press("ArrowDown");
    const nextWeek = await focusedName(page);
    expect(nextWeek.split(",")[0]).toBe(firstDay.split(",")[0]);
    await press("Home");
    expect(await focusedName(page)).toMatch(/^Sunday, /);
    await press("End", "PageDown");
    expect(await focusedName(page)).toMatch(/, \d{4}, /);
    await press("PageUp", "ArrowRight", "ArrowLeft", "Enter");
    const chosenDay = (await focusedName(page)).replace(/, \d available times, selected$/, "");
    await expect
      .poll(() =>
        calendar.getByRole("gridcell", { selected: true }).getByRole("button").getAttribute("aria-label"),
      )
      .toContain(chosenDay);
    await page
      .getByRole("status")
      .filter({ hasText: /^\d available times? on / })
      .waitFor();

    await press("Tab");
    const time = await focusedName(page);
    expect(time).toMatch(
      /^7:00 AM on \w+, \w+ \d+, \d{4}, Pacific Time \(Los Angeles\)\s*10:00 AM in New York$/,
    );
    expect(time).toContain(chosenDay);
    await press("Enter");

    const summary = page.getByRole("region", { name: "Consultation", exact: true });
    await summary.getByText(chosenDay).waitFor();
    await summary.getByText("Pacific Time (Los Angeles)").waitFor();
    await expectNoFaults(session, "form");
    const email = `${width}@visitor.example`;
    await fillForm(page, email);
    await page.getByLabel("What would you like to talk about?").focus();
    await press("Tab", "Enter");
    await page
      .getByRole("heading", { name: "Confirm within 30 minutes with the link we emailed you" })
      .waitFor();
    await page.getByText(email, { exact: true }).waitFor();
    expect(page.url()).not.toContain(encodeURIComponent(email));
    await page.getByText("Change address").press("Enter");
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe(email);
    await expectNoFaults(session, "check email");

    await page.goto(url(await waitForLink(email)));
    await page.getByText(/We're holding this time for you until/).waitFor();
    await expectNoFaults(session, "held");
    await page.getByRole("button", { name: "Confirm consultation" }).press("Enter");
    await page.getByRole("heading", { name: "You're booked" }).waitFor();
    await page.getByRole("link", { name: "Join the call" }).waitFor();
    await expectNoFaults(session, "confirmed");
    const file = await page.request.get(
      url((await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href")) ?? ""),
    );
    expect(await file.text()).toContain("BEGIN:VEVENT");

    await page.getByRole("link", { name: "Reschedule" }).press("Enter");
    await page.getByRole("button", { name: /, your current time/ }).waitFor();
    await page.getByText("Your current time", { exact: true }).waitFor();
    await expectNoFaults(session, "reschedule");
    await page.getByRole("button", { name: /^Next month, / }).focus();
    await press("Tab", "ArrowRight", "Enter");
    const newDay = (await focusedName(page)).replace(
      /, \d available times?(, your current time)?, selected$/,
      "",
    );
    await press("Tab", "Enter");
    await page.getByRole("heading", { name: "Reschedule to this time?" }).waitFor();
    await expectNoFaults(session, "new time");
    await page.getByRole("button", { name: "Reschedule" }).press("Enter");
    await page.getByRole("heading", { name: "Your consultation was rescheduled" }).waitFor();
    await summary.getByText(newDay).waitFor();
    await expectNoFaults(session, "rescheduled");

    await page.getByRole("link", { name: "Cancel consultation" }).press("Enter");
    await page.getByRole("heading", { name: "Cancel your consultation?" }).waitFor();
    await expectNoFaults(session, "cancel");
    await page.getByRole("button", { name: "Cancel consultation" }).press("Enter");
    await page.getByRole("heading", { name: "This consultation is canceled" }).waitFor();
    await expectNoFaults(session, "canceled");
  });
});

test.each(
  Object.entries(VIEWPORTS),
)("without scripts on %s, a visitor corrects errors, books, reschedules and cancels with the keyboard", async (width, viewport) => {
  const session = await portal.openPage({ viewport, javaScriptEnabled: false });
  const { page } = session;
  const [wrongEmail, email] = [`${width}-plian@visitor.example`, `${width}-plain@visitor.example`];
  await page.goto(url("/book"));
  expect(await page.getByRole("grid").isVisible()).toBe(false);
  await page.getByText("You'll meet Maya Okafor", { exact: true }).waitFor();
  await page.getByRole("link", { name: "All time zones" }).press("Enter");
  expect(await page.getByLabel("Time zone").locator("option").count()).toBeGreaterThan(400);
  await page.getByRole("link", { name: "Common time zones" }).press("Enter");
  await page.getByRole("link", { name: /^Next week/ }).press("Enter");
  const zone = page.getByLabel("Time zone");
  await zone.focus();
  await page.keyboard.type("Tokyo");
  expect(await zone.inputValue()).toBe("Asia/Tokyo");
  await page.getByRole("button", { name: "Update times" }).press("Enter");
  await page
    .getByRole("link", { name: /\(Tokyo\)/ })
    .first()
    .press("Enter");
  await page.getByText("You'll meet Maya Okafor", { exact: true }).waitFor();

  session.allowConsoleMessage(/status of 400/);
  await page.getByLabel("Email", { exact: true }).fill("ada");
  await page.getByLabel("What would you like to talk about?").fill(TOPIC);
  await page.getByRole("button", { name: "Book consultation" }).press("Enter");
  await page.getByRole("heading", { name: "Fix the 3 errors below" }).waitFor();
  expect(page.url()).toMatch(/\/book\/details\?start=.+&zone=Asia%2FTokyo$/);
  expect(await page.getByLabel("Email", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByLabel("What would you like to talk about?").inputValue()).toBe(TOPIC);
  await fillForm(page, wrongEmail);
  await page.getByRole("button", { name: "Book consultation" }).press("Enter");
  await page.getByText(wrongEmail, { exact: true }).waitFor();
  const wrongLink = await waitForLink(wrongEmail);
  await page.getByText("Change address").press("Enter");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send to this address" }).press("Enter");
  await page.getByText(email, { exact: true }).waitFor();
  await page.getByRole("heading", { name: /^Confirm within \d+ minutes with the link/ }).waitFor();
  session.allowConsoleMessage(/status of 404/);
  await page.goto(url(wrongLink));
  await page.getByRole("heading", { name: "This link doesn't work" }).waitFor();

  const link = await waitForLink(email);
  await page.goto(url(link));
  await page.getByRole("button", { name: "Confirm consultation" }).press("Enter");
  await page.getByRole("heading", { name: "You're booked" }).waitFor();
  const summary = page.getByRole("region", { name: "Consultation", exact: true });
  const oldTime = await summary.innerText();
  await page.getByRole("link", { name: "Reschedule" }).press("Enter");
  await page
    .getByRole("link", { name: /\(Tokyo\)/ })
    .last()
    .press("Enter");
  await page.getByRole("heading", { name: "Reschedule to this time?" }).waitFor();
  await page.getByRole("button", { name: "Reschedule" }).press("Enter");
  await page.getByRole("heading", { name: "Your consultation was rescheduled" }).waitFor();
  expect(await summary.innerText()).not.toBe(oldTime);
  await page.getByRole("link", { name: "Cancel consultation" }).press("Enter");
  await page.getByLabel("Reason").fill("No budget");
  await page.getByRole("button", { name: "Cancel consultation" }).press("Enter");
  await page.getByRole("heading", { name: "This consultation is canceled" }).waitFor();
});

test("updates errors while the visitor types, and sends the corrected form", async () => {
  const session = await portal.openPage();
  const { page } = session;
  session.allowConsoleMessage(/status of 400/);
  await page.goto(url("/book?view=list&zone=America/New_York"));
  await page.locator("[data-time-link]").nth(1).click();
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByRole("button", { name: "Book consultation" }).click();
  await page.getByRole("heading", { name: "Fix the 3 errors below" }).waitFor();
  const email = page.getByLabel("Email", { exact: true });
  const emailError = page.locator("#booking-email-error");
  const topic = page.getByLabel("What would you like to talk about?");
  await email.fill("ada@visitor.example");
  await emailError.waitFor({ state: "detached" });
  expect(await email.getAttribute("aria-invalid")).toBeNull();
  await email.fill("ada@");
  await emailError.waitFor();
  expect(await email.getAttribute("aria-describedby")).toBe("booking-email-error");
  expect(await topic.getAttribute("aria-describedby")).toBe("booking-topic-error booking-topic-hint");
  expect(await session.accessibilityViolations()).toEqual([]);
  await fillForm(page, "ada@visitor.example");
  await expect.poll(() => page.locator("form [aria-invalid]").count()).toBe(0);
  expect(await topic.getAttribute("aria-describedby")).toBe("booking-topic-hint");
  await page.getByRole("button", { name: "Book consultation" }).click();
  await page.getByRole("heading", { name: /^Confirm within \d+ minutes with the link/ }).waitFor();
});

test("a visitor searches for a time zone with the keyboard", async () => {
  const session = await portal.openPage({ viewport: VIEWPORTS.phone, timezoneId: "Europe/Berlin" });
  const { page } = session;
  await page.goto(url("/book"));
  const select = page.getByLabel("Time zone", { exact: true });
  await expect.poll(() => select.inputValue()).toBe("Europe/Berlin");
  expect(await select.locator("optgroup").first().getAttribute("label")).toBe("Your device's time zone");
  await page.getByRole("button", { name: "All time zones" }).press(" ");
  const search = page.getByRole("combobox", { name: "City or time zone" });
  await search.fill("nowhere");
  await page.getByText("No time zones found. Try a larger city nearby.").waitFor();
  await search.fill("indiana");
  await search.press("ArrowDown");
  const option = page.getByRole("listbox", { name: "Time zones" }).getByRole("option", { selected: true });
  await option.filter({ hasText: /Eastern Time \(GMT-[45]\)|Central Time/ }).waitFor();
  expect(await search.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
  expect(await session.accessibilityViolations()).toEqual([]);
  await search.fill("kathmandu");
  await page.getByRole("option", { name: "Kathmandu, Nepal Time (GMT+5:45)" }).waitFor();
  await search.press("Enter");
  await search.waitFor({ state: "detached" });
  await page.getByRole("status").filter({ hasText: "Times are now in Nepal Time (Kathmandu)" }).waitFor();
  expect(await select.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(page.url()).toMatch(/zone=Asia%2FKat(h)?mandu/);
  await page.locator("[data-time-link]").first().click();
  await page.getByText("Nepal Time (Kathmandu)").waitFor();
});

test("the list and the calendar show times that match the chosen zone and month", async () => {
  const { page } = await portal.openPage({ timezoneId: "Europe/Berlin" });
  await page.goto(url("/book?view=list&zone=America/New_York"));
  const time = page.locator("[data-time-link]").first();
  const label = await time.locator("[data-label]").innerText();
  const select = page.getByLabel("Time zone", { exact: true });
  await select.selectOption("America/Los_Angeles");
  await page.getByRole("status").filter({ hasText: "Times are now in Pacific Time (Los Angeles)" }).waitFor();
  expect(await time.locator("[data-label]").innerText()).not.toBe(label);
  expect(await time.locator("[data-other-time]").innerText()).toBe(`${label} in New York`);
  expect(await time.getAttribute("href")).toContain("zone=America%2FLos_Angeles");
  expect(page.url()).toContain("zone=America%2FLos_Angeles");
  expect(await page.getByRole("button", { name: "Update times" }).count()).toBe(0);

  await page.getByRole("link", { name: "Calendar" }).click();
  await page.getByRole("button", { name: /^Next month, / }).click();
  const day = await page.locator("[data-day-title]").innerText();
  const selected = page.getByRole("gridcell", { selected: true }).getByRole("button");
  expect(await selected.getAttribute("aria-label")).toContain(`${day}, `);
  await page.locator("[data-time-link]").first().waitFor();
});

test("offers other times if the time was taken while the form was open, and keeps the input", async () => {
  const first = await portal.openPage();
  const second = await portal.openPage();
  second.allowConsoleMessage(/status of 409/);
  await first.page.goto(url("/book?view=list&zone=America/New_York"));
  expect(await first.accessibilityViolations(), "list").toEqual([]);
  const link = (await first.page.locator("[data-time-link]").first().getAttribute("href")) ?? "";
  for (const [{ page }, email] of [
    [first, "first@visitor.example"],
    [second, "second@visitor.example"],
  ] as const) {
    await page.goto(url(link));
    await fillForm(page, email);
  }
  await first.page.getByRole("button", { name: "Book consultation" }).click();
  await first.page.getByRole("heading", { name: /^Confirm within \d+ minutes with the link/ }).waitFor();
  await second.page.getByRole("button", { name: "Book consultation" }).click();
  await second.page.getByRole("heading", { name: "That time was just taken" }).waitFor();
  expect(await second.accessibilityViolations()).toEqual([]);
  expect(await second.page.getByLabel("Company").inputValue()).toBe("Engines Ltd");
  await second.page.getByRole("radio").first().check();
  await second.page.getByRole("button", { name: "Book consultation" }).click();
  await second.page.getByRole("heading", { name: /^Confirm within \d+ minutes with the link/ }).waitFor();
});

test("shows that a link is unknown, and that a time is not free", async () => {
  const session = await portal.openPage();
  session.allowConsoleMessage(/status of 404/);
  await session.page.goto(url("/book/manage/unknown"));
  await session.page.getByRole("heading", { name: "This link doesn't work" }).waitFor();
  expect(await session.accessibilityViolations(), "link").toEqual([]);
  await session.page.goto(url("/book/details?start=2020-01-01T15:00Z"));
  await session.page.getByRole("heading", { name: "That time is no longer available" }).waitFor();
  await session.page.getByRole("heading", { name: "Next available times" }).waitFor();
  expect(await session.accessibilityViolations(), "time").toEqual([]);
});

test("a link shows that the hold has expired, or that the consultation is too soon to change, canceled or over", async () => {
  const session = await portal.openPage({ viewport: VIEWPORTS.phone });
  const { page } = session;
  const service = portal.serviceClient();
  await page.goto(url("/book?view=list&zone=America/New_York"));
  await page.locator("[data-time-link]").last().click();
  await fillForm(page, "states@visitor.example");
  await page.getByRole("button", { name: "Book consultation" }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("heading", { name: /^We sent the link again/ }).waitFor();
  expect(await session.accessibilityViolations(), "sent again").toEqual([]);
  const link = await waitForLink("states@visitor.example");
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const at = (hours: number) => ({ starts_at: inHours(hours), ends_at: inHours(hours + 0.5) });
  const now = inHours(0);
  const states = [
    ["Your hold has expired", { status: "expired", hold_expires_at: inHours(-1) }],
    ["You're booked", { status: "confirmed", confirmed_at: now }],
    ["You're booked", at(1), "It starts soon, so it can't be changed here."],
    ["We canceled this consultation", { status: "cancelled", cancelled_at: now, cancelled_by: "firm" }],
    ["This link doesn't work", at(-3)],
  ] as const;
  for (const [heading, columns, text] of states) {
    await service.from("consultations").update(columns).eq("email", "states@visitor.example").throwOnError();
    if (heading === "This link doesn't work") {
      session.allowConsoleMessage(/status of 404/);
    }
    await page.goto(url(link));
    await page.getByRole("heading", { name: heading }).waitFor();
    await page
      .getByText(text ?? heading)
      .first()
      .waitFor();
    expect(await session.accessibilityViolations(), heading).toEqual([]);
    // Pages for actions that are not possible lead back.
    if (text ?? heading.startsWith("We canceled")) {
      await page.goto(url(`${link}/cancel`));
      expect(page.url()).toBe(url(link));
    }
  }
});

test("the landing page shows the next three free times in the visitor's time zone", async () => {
  const { page } = await portal.openPage({ timezoneId: "Europe/Berlin" });
  const next = page.locator("[data-next-time]").first();
  const openNext = async () => {
    await page.goto(url("/"));
    expect(await next.textContent()).toMatch(/ (CET|CEST)$/);
    expect(await page.locator("[data-next-time]").count()).toBe(3);
    await next.click();
    await page.waitForURL("**/book/details?*");
    return page.getByRole("region", { name: "Consultation", exact: true }).getByText("(Berlin)").count();
  };
  // The first response may show times that were free up to 10 s ago.
  await expect.poll(openNext, { timeout: 15_000 }).toBe(1);
  // On phones, the cards leave room for the form on the first screen.
  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto(url("/"));
  await page.getByRole("button", { name: "Get Started" }).first().click();
  await expect
    .poll(async () => (await page.getByLabel("Name", { exact: true }).boundingBox())?.y)
    .toBeLessThanOrEqual(780);
  const card = page.getByRole("listitem").filter({ hasText: "Book Consultation" });
  await card.getByRole("link", { name: "Book a free consultation" }).click();
  await page.getByRole("heading", { level: 1, name: "Book a free consultation" }).waitFor();
});

test("a signed-in client's booking is confirmed immediately, unless it has another address", async () => {
  const [client] = portal.firm.clients;
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client);
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  await page.goto(url("/book?view=list&zone=America/New_York"));
  await page.locator("[data-time-link]").nth(1).click();
  const note = page.getByText(
    "You're signed in to the client portal, so we'll confirm the time immediately.",
  );
  await note.waitFor();
  const email = page.getByLabel("Email", { exact: true });
  expect(await email.inputValue()).toBe(client.email);
  const company = page.getByLabel("Company");
  expect(await company.inputValue()).toBe(client.company);
  await email.fill("someone@visitor.example");
  await page.getByText("We'll email you a link to confirm.").waitFor();
  await fillForm(page, "someone@visitor.example");
  await email.fill(client.email);
  await note.waitFor();
  expect(await company.inputValue()).toBe(client.company);
  expect(await company.isEditable()).toBe(false);
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Book consultation" }).click();
  await page.waitForURL("**/book/manage/*");
  await page.getByRole("heading", { name: "You're booked" }).waitFor();
  const link = (await page.getByRole("link", { name: "Add to calendar" }).getAttribute("href")) ?? "";
  expect(await (await page.request.get(url(link))).text()).toContain("BEGIN:VEVENT");
});

test("a client proposes an available time or any other, and reschedules where clients pick times", async () => {
  const [client] = portal.firm.clients;
  const service = portal.serviceClient();
  const { data: meeting } = await service
    .from("service_bookings")
    .insert({
      client_id: client.id,
      service_type: "AI Security Assessment",
      preferred_start_date: "2031-05-01",
      project_description: "Review our assistant",
      status: "approved",
      scheduled_at: "2031-05-02T15:00:00Z",
    })
    .select("id")
    .single()
    .throwOnError();
  const read = async () => {
    const { data } = await service
      .from("service_bookings")
      .select("scheduled_at, proposed_at")
      .eq("id", meeting.id)
      .single()
      .throwOnError();
    return data;
  };
  const session = await portal.openPage({ viewport: VIEWPORTS.phone, timezoneId: "America/New_York" });
  const { page } = session;
  await portal.signIn(page, client);
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  await page.goto(url("/client-portal?section=meetings"));
  await page.getByRole("button", { name: /^Change: / }).click();
  await page.getByRole("menuitem", { name: "Propose another time" }).click();
  const dialog = page.getByRole("dialog", { name: "Propose another time" });
  await dialog.getByLabel("Date").waitFor();
  await dialog.getByRole("button", { name: "Propose time" }).click();
  await dialog.getByText("Choose a time").waitFor();
  expect(await session.accessibilityViolations(), "available times").toEqual([]);
  const date = dialog.getByLabel("Date");
  await date.selectOption({ index: 1 });
  await dialog.getByRole("radio").first().check();
  const chosenDate = await date.inputValue();
  await dialog.getByLabel("Propose a time that isn't listed").check();
  expect(await dialog.getByLabel("New time").inputValue()).toBe("2031-05-02T11:00");
  expect(await session.accessibilityViolations(), "another time").toEqual([]);
  await dialog.getByLabel("Propose a time that isn't listed").uncheck();
  expect(await date.inputValue()).toBe(chosenDate);
  expect(await dialog.getByRole("radio").first().isChecked()).toBe(true);
  await date.selectOption({ index: 0 });
  await dialog.getByRole("radio").last().check();
  await dialog.getByRole("button", { name: "Propose time" }).click();
  await page.getByText(/^You proposed \w+, \w+ \d+, \d+ at 11:30\sAM E[SD]T\./).waitFor();
  const { proposed_at: proposedAt } = await read();
  expect(new Date(proposedAt ?? 0).getTime()).toBeGreaterThan(Date.now());

  await service
    .from("scheduling_settings")
    .update({ clients_pick_times: true })
    .eq("id", true)
    .throwOnError();
  await page.reload();
  await page.getByRole("button", { name: /^Change: / }).click();
  await page.getByRole("menuitem", { name: "Reschedule" }).click();
  await page.getByRole("dialog", { name: "Reschedule meeting" }).getByRole("radio").last().check();
  expect(await session.accessibilityViolations(), "reschedule").toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Reschedule" }).click();
  await page.getByText("Meeting rescheduled").waitFor();
  expect(await read()).toEqual({ scheduled_at: proposedAt, proposed_at: null });
});
