import { describe, expect, test } from "vitest";
import type { ConsultationDetails } from "#domain/consultations/consultation.ts";
import { instant } from "#domain/dates/instant.ts";
import { CAPTCHA_UNAVAILABLE } from "#domain/inquiries/contact-form.ts";
import type { ConsultationService } from "#server/consultations/consultation-service.ts";
import { ApiError } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createBookingPages } from "#server/site/booking/booking-pages.ts";
import {
  aConsultation,
  createTestConsultations,
  FREE_TIMES,
} from "#tests/support/product/test-consultations.ts";

const fragment = (name: string, content = `[${name}]`) =>
  `<template data-fragment="${name}">${content}</template>`;
const FIELDS = ["name", "email", "company", "topic"];

/** Small templates with the fragments of the real pages. */
const PAGES = new Map([
  [
    "/book/details",
    [
      "{{title}} {{heading}} {{allTimes}} {{message}} {{summary}} {{content}}",
      fragment(
        "form",
        `<form action="{{action}}" id="{{formId}}" zone="{{zone}}" captcha="{{captcha}}">{{timeChoice}}{{name}}{{email}}{{company}}{{topic}}</form>`,
      ),
      ...FIELDS.flatMap((name) => [
        fragment(name, `${name}="{{value}}" `),
        fragment(`${name}-invalid`, `${name}="{{value}}" error="{{error}}" `),
      ]),
      fragment("chosenTime", "chosen={{startsAt}} "),
      fragment("timeChoice", "choice={{times}}{{error}} {{zoneLabel}} "),
      fragment("timeChoiceError"),
      fragment("timeOption", "option={{startsAt}} {{label}}{{details}};"),
      fragment("summary", "{{date}} {{time}} {{zoneLabel}} {{otherTime}} {{hosts}} {{place}}"),
      fragment("nextTimes", "next={{days}}{{zoneLabel}}"),
      fragment("day", "{{title}}{{times}}"),
      fragment("time", "{{label}}{{details}}{{otherTime}}{{link}}"),
      fragment("invalid", "{{title}}: {{errors}}"),
      fragment("errorLink", "{{link}} {{text}};"),
      fragment("failed", "failed={{text}}"),
      ...["held", "sentAgain"].map((name) => fragment(name, `${name}={{email}} {{timeLeft}} `)),
      fragment("noEmail", "{{sendAgain}}{{changeAddress}}"),
      fragment("sendAgainForm", "again={{action}} {{fields}};"),
      fragment("changeAddressForm", "change={{action}} {{fields}}{{email}}"),
      fragment("keptField", '{{name}}="{{value}}" '),
      fragment("alreadySent", "already sent {{allTimes}}"),
      ...["taken", "unavailable"].map((name) => fragment(name)),
    ].join(""),
  ],
  [
    "/book/manage/token",
    [
      "{{title}} {{heading}} {{back}} {{message}} {{summary}} {{content}}",
      fragment("back", "{{link}}"),
      fragment("summary", "{{date}} {{time}} {{zoneLabel}} {{otherTime}} {{place}}"),
      fragment("phonePlace", "Call {{host}} at [{{phone}}]({{link}})"),
      fragment("actions", "{{first}} {{second}} {{changes}} {{cancel}}"),
      ...["joinPrimary", "joinSecondary", "calendarPrimary", "calendarSecondary"].map((name) =>
        fragment(name, `${name}={{link}}`),
      ),
      fragment("changes", "{{rescheduleLink}}"),
      fragment("cancelLink", "{{link}}"),
      fragment("changesLeft", "left={{text}}"),
      fragment("failed", "failed={{title}} {{text}}"),
      fragment("bookAgain", "{{label}} {{link}}"),
      fragment("confirmForm", "confirm={{action}} {{rescheduleLink}} {{note}}"),
      fragment("rescheduleForm", "move={{action}} {{startsAt}} {{zone}} {{oldTime}} {{otherTimesLink}}"),
      fragment("cancelForm", "cancel={{action}} {{keepLink}}"),
      fragment("canceled", "{{text}}"),
      fragment("expired", "expired={{holdMinutes}}"),
      fragment("problem", "problem={{text}}"),
      fragment("limitReached"),
      ...["tooLate", "noChangesLeft", "confirmed", "rescheduled", "unknown"].map((name) => fragment(name)),
    ].join(""),
  ],
]);

const FORM = {
  formId: "8c4b1f0e-6a55-4a60-9d0e-0e5ac3a4b111",
  startsAt: "2026-12-01T17:00:00.000Z",
  timeZone: "America/Los_Angeles",
  name: "Ada Byron",
  email: "ada@visitor.example",
  company: "Engines Ltd",
  topic: "What would you look at first?",
};

function createTestApp(replaced: Partial<ConsultationService> = {}) {
  const app = createBookingPages({
    pages: PAGES,
    publicUrl: "http://localhost:3000",
    getRetention: () => ({ inquiries: 24, attempts: 12 }),
    getNextTimes: () => ({ times: [], timeZone: "America/New_York" }),
    now: () => new Date("2026-11-24T12:00:00Z"),
    service: createTestConsultations(replaced),
    log: createLogger("silent"),
  });
  const read = async (response: Response | Promise<Response>) => {
    const { status, headers, ...rest } = await response;
    const body = await (await response).text();
    return { ...rest, status, headers, text: body.replaceAll("\u202f", " ").replaceAll("&amp;", "&") };
  };
  return {
    get: (path: string) => read(app.request(path)),
    postBody: (path: string, body: string) =>
      read(
        app.request(path, {
          method: "POST",
          body,
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            "content-length": String(body.length),
          },
        }),
      ),
    post: (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      read(app.request(path, { method: "POST", body: new URLSearchParams(form), headers })),
  };
}

/** A confirmed consultation for which some actions differ. */
const withActions = (actions: Partial<ConsultationDetails["actions"]>) => {
  const consultation = aConsultation();
  return { ...consultation, actions: { ...consultation.actions, ...actions } };
};

const rejectWith = (status: 400 | 409 | 429, code: string, message: string) => async () => {
  throw new ApiError(status, code, message, status === 429 ? { "Retry-After": "60" } : {});
};

describe("the form", () => {
  test("shows the chosen time in both time zones", async () => {
    const { status, text, headers } = await createTestApp().get(
      "/book/details?start=2026-12-01T17:00Z&zone=America/Los_Angeles",
    );
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(text).toContain(
      "Tuesday, December 1, 2026 9:00 – 9:30 AM Pacific Time (Los Angeles) 12:00 PM in New York You'll meet Maya Okafor Video call",
    );
    expect(text).toContain("chosen=2026-12-01T17:00:00.000Z");
    expect(text).toMatch(/id="[0-9a-f-]{36}"/);
  });

  test("without a time, continues with the times, which the visitor's browser shows in its zone", async () => {
    const { get } = createTestApp();
    expect((await get("/book/details")).headers.get("Location")).toBe("/book");
    const { status, headers } = await get("/book/details?zone=Asia/Tokyo");
    expect([status, headers.get("Location")]).toEqual([302, "/book?zone=Asia%2FTokyo"]);
  });

  test.each([
    "?start=2026-12-01T16:00Z",
    "?start=nonsense",
  ])("offers other times if the chosen one is not free (%s)", async (query) => {
    const { status, text } = await createTestApp().get(`/book/details${query}`);
    expect(status).toBe(200);
    expect(text).toContain("[unavailable]");
    expect(text).toContain("next=Tuesday, December 112:00 PM on Tuesday, December 1, 2026");
    expect(text).not.toContain("<form");
  });

  test("after a booking, shows the address and the time, and forms that keep what was typed", async () => {
    const calls: unknown[] = [];
    const { post } = createTestApp({
      async book(form, _context, options) {
        calls.push([form, options]);
        return {
          ok: true,
          booked: {
            ...{ status: "held", startsAt: FREE_TIMES[0] ?? instant("") },
            ...{ holdExpiresAt: instant("2026-11-24T12:19:01.000Z"), host: "Sam Lee" },
          },
        };
      },
    });
    const { status, text, headers } = await post("/book/details", { ...FORM, name: '"><b>' });
    expect([status, headers.get("Location"), headers.get("Cache-Control")]).toEqual([200, null, "no-store"]);
    expect(text).toContain("held=ada@visitor.example 20 minutes");
    expect(text).toContain("9:00 – 9:30 AM Pacific Time (Los Angeles)");
    expect(text).toContain("You'll meet Sam Lee ");
    const action = "/book/details?start=2026-12-01T17%3A00Z&zone=America%2FLos_Angeles";
    const kept = `formId="${FORM.formId}" startsAt="2026-12-01T17:00:00.000Z" timeZone="America/Los_Angeles" name="&quot;&gt;&lt;b&gt;" company="Engines Ltd" topic="What would you look at first?" captchaToken="${CAPTCHA_UNAVAILABLE}" `;
    expect(text).toContain(`again=${action} ${kept}email="ada@visitor.example" sendAgain="true" ;`);
    expect(text).toContain(`change=${action} ${kept}ada@visitor.example`);

    const again = await post("/book/details", { ...FORM, sendAgain: "true" });
    expect(again.text).toContain("sentAgain=ada@visitor.example 20 minutes");
    expect(calls.map((call) => (Array.isArray(call) ? call[1] : null))).toEqual([
      { sendsAgain: false },
      { sendsAgain: true },
    ]);
  });

  test("shows the address also if the times can't be read after the booking", async () => {
    const { post } = createTestApp({
      book: async () => ({
        ok: true,
        booked: { status: "held", startsAt: FREE_TIMES[0] ?? instant(""), holdExpiresAt: null, host: null },
      }),
      listCachedTimes: rejectWith(429, "too_many_requests", "Too many requests."),
    });
    const { status, text } = await post("/book/details", FORM);
    expect(status).toBe(200);
    expect(text).toContain("held=ada@visitor.example 30 minutes");
  });

  test.each(["confirmed", "cancelled"] as const)("says that a %s form was sent already", async (status) => {
    const { post } = createTestApp({
      async book() {
        return {
          ok: true,
          booked: { status, startsAt: FREE_TIMES[0] ?? instant(""), holdExpiresAt: null, host: null },
        };
      },
    });
    const response = await post("/book/details", FORM);
    expect(response.status).toBe(409);
    expect(response.text).toContain("already sent /book?zone=America%2FLos_Angeles");
    // There is nothing to send again.
    expect(response.text).not.toContain("formId");
  });

  test("keeps the chosen time in the URL when the form is rejected", async () => {
    const { get, post } = createTestApp({ book: rejectWith(400, "invalid_input", "Fill out the form") });
    const { text } = await post("/book/details", { ...FORM, topic: "" });
    const action = /action="([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect(action).toBe("/book/details?start=2026-12-01T17%3A00Z&zone=America%2FLos_Angeles");
    expect((await get(action)).text).toContain("chosen=2026-12-01T17:00:00.000Z");
  });

  test("keeps and escapes what was typed, and shows the errors in the order of the fields", async () => {
    const { post } = createTestApp({ book: rejectWith(400, "invalid_input", "Fill out the form") });
    const { status, text } = await post("/book/details", {
      ...FORM,
      name: '"><b>',
      email: "ada",
      topic: "",
    });
    expect(status).toBe(400);
    expect(text).toContain('name="&quot;&gt;&lt;b&gt;"');
    expect(text).toContain('email="ada" error="Invalid email address"');
    expect(text).toContain(
      "Fix the 2 errors below: #booking-email Invalid email address;#booking-topic Describe what it's about in at least 10 characters;",
    );
    expect(text).toContain("Error: Book a free consultation");
  });

  test("offers other times if the time was taken, and keeps what was typed", async () => {
    const { post } = createTestApp({
      book: async () => ({ ok: false, reason: "time_taken", freeTimes: FREE_TIMES.slice(1) }),
    });
    const { status, text } = await post("/book/details", FORM);
    expect(status).toBe(409);
    expect(text).toContain("[taken]");
    expect(text).toContain(
      "choice=option=2026-12-01T17:30:00.000Z Tuesday, December 1, 9:30 AM, Pacific Time (Los Angeles);",
    );
    expect(text).toContain('company="Engines Ltd"');
    expect(text).toContain(`id="${FORM.formId}"`);
  });

  test("shows other errors with their headers", async () => {
    const { post } = createTestApp({ book: rejectWith(429, "rate_limited", "Too many attempts.") });
    const { status, text, headers } = await post("/book/details", FORM);
    expect([status, headers.get("Retry-After")]).toEqual([429, "60"]);
    expect(text).toContain("failed=Too many attempts.");
  });

  test("keeps what was typed if the database is not reachable", async () => {
    const fail = async () => {
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    };
    const { post } = createTestApp({ book: fail, listCachedTimes: fail });
    const { status, text } = await post("/book/details", FORM);
    expect(status).toBe(503);
    expect(text).toContain("failed=The service is temporarily unavailable.");
    expect(text).toContain(`id="${FORM.formId}" zone="America/Los_Angeles"`);
    expect(text).toContain('chosen=2026-12-01T17:00:00.000Z name="Ada Byron"');
  });
});

describe("the pages of a link", () => {
  test("show a confirmed consultation, and send no referrer", async () => {
    const { get } = createTestApp({ find: async () => aConsultation() });
    const { text, headers } = await get("/book/manage/abc");
    expect([headers.get("Referrer-Policy"), headers.get("X-Robots-Tag")]).toEqual(["no-referrer", "noindex"]);
    expect(text).toContain("[confirmed] Tuesday, December 1, 2026 9:00 – 9:30 AM");
    expect(text).toContain("Video call with Maya Okafor ");
    expect(text.match(/meet\.firm\.example/g)).toHaveLength(1);
    expect(text).toContain(
      "calendarPrimary=/api/consultations/abc/calendar.ics joinSecondary=https://meet.firm.example/maya /book/manage/abc/reschedule?zone=America%2FLos_Angeles /book/manage/abc/cancel",
    );
    expect((await get("/book/manage/abc?done=rescheduled")).text).toContain("[rescheduled]");
  });

  test("link to the phone number of a consultation by phone", async () => {
    const consultation = aConsultation({ meetingUrl: null, phone: "+1 (212) 555-0100" });
    const { get } = createTestApp({ find: async () => consultation });
    expect((await get("/book/manage/abc")).text).toContain(
      "Call Maya Okafor at [+1 (212) 555-0100](tel:+12125550100)",
    );
  });

  test("offer the call first from 15 minutes before the start", async () => {
    const startsAt = instant("2026-11-24T12:15:00.000Z");
    const { get } = createTestApp({ find: async () => aConsultation({ startsAt }) });
    expect((await get("/book/manage/abc")).text).toContain(
      "joinPrimary=https://meet.firm.example/maya calendarSecondary=/api/consultations/abc/calendar.ics",
    );
  });

  test.each([
    [
      aConsultation({
        status: "held",
        holdExpiresAt: instant("2026-11-24T12:30:00Z"),
        meetingUrl: null,
        actions: { canConfirm: true, canReschedule: true, canCancel: true, changesLeft: 5 },
      }),
      "confirm=/book/manage/abc/confirm /book/manage/abc/reschedule?zone=America%2FLos_Angeles We're holding this time for you until 4:30 AM PST.",
    ],
    [
      aConsultation({
        status: "held",
        holdExpiresAt: instant("2026-11-24T13:10:00Z"),
        meetingUrl: null,
        timeZone: "Pacific/Noumea",
        actions: { canConfirm: true, canReschedule: true, canCancel: true, changesLeft: 5 },
      }),
      "We're holding this time for you until 12:10 AM Noumea time on Wednesday, November 25.",
    ],
    [
      aConsultation({
        status: "expired",
        actions: { canConfirm: true, canReschedule: true, canCancel: false, changesLeft: 5 },
      }),
      "expired=30",
    ],
    [aConsultation({ status: "cancelled", cancelledBy: "visitor" }), "This consultation is canceled"],
    [aConsultation({ status: "cancelled", cancelledBy: "visitor", meetingUrl: null }), "With Maya Okafor"],
    [aConsultation({ status: "cancelled", cancelledBy: "firm" }), "We canceled this consultation"],
    [withActions({ canReschedule: false, canCancel: false }), "[tooLate]"],
    [withActions({ changesLeft: 2 }), "left=You can reschedule it 2 more times."],
    [withActions({ changesLeft: 1 }), "left=You can reschedule it one more time."],
    [withActions({ canReschedule: false, changesLeft: 0 }), "/book/manage/abc/cancel[noChangesLeft]"],
  ])("show what can be done (%#)", async (consultation, expected) => {
    const { text } = await createTestApp({ find: async () => consultation }).get("/book/manage/abc");
    expect(text).toContain(expected);
  });

  test("say how many changes are left only when few are", async () => {
    const { get } = createTestApp({ find: async () => withActions({ changesLeft: 3 }) });
    expect((await get("/book/manage/abc")).text).not.toContain("left=");
  });

  test.each([
    "reschedule",
    "reschedule?start=2026-12-21T17:00Z",
    "cancel",
  ])("return to the consultation if it can't be changed (%s)", async (path) => {
    const consultation = withActions({ canReschedule: false, canCancel: false });
    const { status, headers } = await createTestApp({ find: async () => consultation }).get(
      `/book/manage/abc/${path}`,
    );
    expect([status, headers.get("Location")]).toEqual([302, "/book/manage/abc"]);
  });

  test("do not offer to confirm a consultation again when the address has too many", async () => {
    const consultation = aConsultation({
      status: "held",
      holdExpiresAt: instant("2026-11-24T12:30:00Z"),
      meetingUrl: null,
      actions: { canConfirm: true, canReschedule: true, canCancel: true, changesLeft: 5 },
    });
    const { post } = createTestApp({
      find: async () => consultation,
      confirm: rejectWith(409, "too_many_consultations", "You already have 2 consultations."),
    });
    const { status, text } = await post("/book/manage/abc/confirm");
    expect(status).toBe(409);
    expect(text).toContain("problem=You already have 2 consultations.");
    expect(text).toContain("Not booked [limitReached]");
    expect(text).not.toContain("confirm=");
    expect(text).not.toContain("holding this time");
  });

  test("show that a link is unknown", async () => {
    const { status, text } = await createTestApp().get("/book/manage/abc");
    expect(status).toBe(404);
    expect(text).toContain("[unknown]");
    expect(text).toContain("Book a consultation /book");
  });

  test("ask before a time is changed", async () => {
    const { get } = createTestApp({ find: async () => aConsultation() });
    const { text } = await get("/book/manage/abc/reschedule?start=2026-12-21T17:00Z&zone=America/New_York");
    expect(text).toContain("Monday, December 21, 2026 12:00 – 12:30 PM Eastern Time (New York)");
    expect(text).toContain(
      "move=/book/manage/abc/reschedule 2026-12-21T17:00:00.000Z America/New_York Tuesday, December 1, 2026 at 12:00 PM EST",
    );
  });

  test("act on POST, and show the result", async () => {
    const calls: string[] = [];
    const ok = (name: string) => async () => {
      calls.push(name);
      return { ok: true, consultation: aConsultation() } as const;
    };
    const { post } = createTestApp({
      find: async () => aConsultation(),
      ...{ confirm: ok("confirm"), reschedule: ok("reschedule"), cancel: ok("cancel") },
    });
    const locations = [];
    for (const action of ["confirm", "reschedule", "cancel"]) {
      const { status, headers } = await post(`/book/manage/abc/${action}`);
      locations.push([status, headers.get("Location")]);
    }
    expect(calls).toEqual(["confirm", "reschedule", "cancel"]);
    expect(locations).toEqual([
      [303, "/book/manage/abc"],
      [303, "/book/manage/abc?done=rescheduled"],
      [303, "/book/manage/abc"],
    ]);
  });

  test("offer other times if the time was taken", async () => {
    const taken = async () => ({ ok: false, reason: "time_taken", freeTimes: FREE_TIMES }) as const;
    const { post } = createTestApp({ find: async () => aConsultation(), confirm: taken, reschedule: taken });
    for (const action of ["confirm", "reschedule"]) {
      const { status, headers } = await post(`/book/manage/abc/${action}`);
      expect([status, headers.get("Location")]).toEqual([303, "/book/manage/abc/reschedule?taken=1"]);
    }
  });

  test("show why a change is not possible", async () => {
    const { post } = createTestApp({
      find: async () => aConsultation(),
      cancel: rejectWith(409, "too_late", "It's too late."),
    });
    const { status, text } = await post("/book/manage/abc/cancel");
    expect(status).toBe(409);
    expect(text).toContain("problem=It's too late.");
  });
});

describe("a page that fails", () => {
  const unreachable = async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  };
  const expectPage = async (
    response: ReturnType<ReturnType<typeof createTestApp>["get"]>,
    expected: object,
  ) => {
    const { status, text, headers } = await response;
    expect(headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect({ status, message: /failed=(.*?) {2}(.*)$/.exec(text)?.slice(1).join("|") }).toEqual(expected);
  };

  test.each([
    "/book",
    "/book?view=list",
    "/book/details?start=2026-12-01T17:00Z",
  ])("because the database is not reachable links to itself (%s)", async (path) => {
    const { get } = createTestApp({ listCachedTimes: unreachable });
    await expectPage(get(path), {
      status: 503,
      message: `Booking isn't available right now Try again in a minute. Existing bookings aren't affected.|Try again ${path}`,
    });
    expect((await get(path)).headers.get("Retry-After")).toBe("2");
  });

  test("for an unexpected reason shows no details", async () => {
    const { get } = createTestApp({
      listCachedTimes: async () => Promise.reject(new Error("secret details")),
    });
    const { status, text } = await get("/book");
    expect(status).toBe(500);
    expect(text).toContain("Something went wrong on our end");
    expect(text).not.toContain("secret");
  });

  test.each([
    ["/book/details", "Choose a time /book"],
    ["/book/manage/abc/cancel", "Your consultation /book/manage/abc"],
  ])("because another site sent the form to %s links to our page", async (path, link) => {
    const response = createTestApp().post(path, FORM, { "sec-fetch-site": "cross-site" });
    await expectPage(response, {
      status: 403,
      message: `This form was sent from another site To protect you, we only accept forms from our own pages. Nothing was changed.|${link}`,
    });
  });

  test("because of too many requests says when to try again, and does not blame the link", async () => {
    const { get } = createTestApp({ find: rejectWith(429, "too_many_requests", "Too many requests.") });
    await expectPage(get("/book/manage/abc"), {
      status: 429,
      message: "Too many requests Try again in 1 minute.|Try again /book/manage/abc",
    });
  });

  test.each([
    "/book",
    "/book/details?start=2026-12-01T17:00Z",
  ])("because a network opened too many pages says when to try again (%s)", async (path) => {
    const { get } = createTestApp({
      listCachedTimes: rejectWith(429, "too_many_requests", "Too many requests."),
    });
    await expectPage(get(path), {
      status: 429,
      message: `Too many requests Try again in 1 minute.|Try again ${path}`,
    });
    expect((await get(path)).headers.get("Retry-After")).toBe("60");
  });

  test.each([
    ["x".repeat(70_000), 413],
    ["name=a&name=b", 400],
  ])("because the form can't be read links to the times (%#)", async (body, expected) => {
    const { status, text, headers } = await createTestApp().postBody("/book/details", body);
    expect([status, headers.get("Content-Type")]).toEqual([expected, "text/html; charset=utf-8"]);
    expect(text).toContain("We couldn't read the form");
    expect(text).toContain("Choose a time /book");
  });
});
