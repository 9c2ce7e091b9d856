import { describe, expect, test } from "vitest";
import {
  AUTH_TARGETS,
  createTestUser,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// Project choice: Supabase Auth limits the emails of a project, but not those of an account.
describe.each(AUTH_TARGETS)("limits of emailed links per account on $name", (target) => {
  /** Requests a link from an IP address, and advances the clock past the interval between two emails. */
  const requestLink = async (backend: TestBackend, path: string, email: string, remoteAddress: string) => {
    const response = await backend.supabase.app.request(
      `/auth/v1${path}`,
      {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ email, type: "signup" }),
      },
      { incoming: { socket: { remoteAddress } } },
    );
    await backend.supabase.finishBackgroundWork();
    backend.advanceClock(MINUTE_MS);
    return { status: response.status, body: await response.text() };
  };
  const countEmails = (backend: TestBackend, email: string) =>
    backend.emails.filter(({ to }) => to === email).length;

  test.each([
    "/recover",
    "/otp",
    "/magiclink",
  ])("%s sends at most 5 emails per hour to an account when one address requests them", async (path) => {
    const backend = await startIsolatedBackend(target);
    const { email } = await createTestUser(backend);
    const responses = [];
    for (let request = 0; request < 7; request += 1) {
      responses.push(await requestLink(backend, path, email, "192.0.2.1"));
    }
    // The response does not reveal that the account exists and has reached its limit.
    expect(responses).toEqual(Array(7).fill({ status: 200, body: "{}" }));
    expect(countEmails(backend, email)).toBe(5);

    // The user can still request a link from another address, and from the same address after an hour.
    await requestLink(backend, path, email, "192.0.2.2");
    expect(countEmails(backend, email)).toBe(6);
    backend.advanceClock(HOUR_MS);
    await requestLink(backend, path, email, "192.0.2.1");
    expect(countEmails(backend, email)).toBe(7);
  });

  test("apply to an invitation that anyone can request again", async () => {
    const backend = await startIsolatedBackend(target);
    const email = "invited@example.com";
    await backend.serviceClient().auth.admin.inviteUserByEmail(email);
    backend.advanceClock(MINUTE_MS);
    for (let request = 0; request < 7; request += 1) {
      await requestLink(backend, "/resend", email, "192.0.2.1");
    }
    expect(countEmails(backend, email)).toBe(1 + 5);
  });

  test("are separate for recovery and sign-in links", async () => {
    const backend = await startIsolatedBackend(target);
    const { email } = await createTestUser(backend);
    for (let request = 0; request < 6; request += 1) {
      await requestLink(backend, "/otp", email, "192.0.2.1");
    }
    expect(countEmails(backend, email)).toBe(5);
    await requestLink(backend, "/recover", email, "192.0.2.1");
    expect(countEmails(backend, email)).toBe(6);
  });

  test("are shared by processes on one database", async () => {
    const first = await startIsolatedBackend(target);
    const second = await startTestBackend(first.database);
    const { email } = await createTestUser(first);
    for (let request = 0; request < 4; request += 1) {
      await requestLink(first, "/recover", email, "192.0.2.1");
      second.advanceClock(MINUTE_MS);
      await requestLink(second, "/recover", email, "192.0.2.1");
      first.advanceClock(MINUTE_MS);
    }
    expect(countEmails(first, email) + countEmails(second, email)).toBe(5);
    await second.close();
  });

  test("are recorded when an email is not sent, so that administrators see the reason", async () => {
    const backend = await startIsolatedBackend(target);
    const user = await createTestUser(backend);
    for (let request = 0; request < 6; request += 1) {
      await requestLink(backend, "/recover", user.email, "192.0.2.1");
    }
    await requestLink(backend, "/recover", "unknown@example.com", "192.0.2.1");
    expect(backend.signInAttempts).toEqual([
      expect.objectContaining({
        email: user.email,
        userId: user.id,
        outcome: "rate-limited",
        address: "192.0.2.1",
      }),
    ]);
  });
});
