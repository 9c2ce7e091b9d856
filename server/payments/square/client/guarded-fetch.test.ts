import { expect, test } from "vitest";
import { guardedFetch } from "#server/payments/square/client/guarded-fetch.ts";

test("does not follow a redirect and reports it as a failure", async () => {
  const requests: { url: string; redirect: string | undefined }[] = [];
  const send = guardedFetch(async (input, init) => {
    requests.push({ url: String(input), redirect: init?.redirect });
    return new Response(null, { status: 302, headers: { location: "https://attacker.example/take" } });
  });
  const response = await send("https://connect.squareup.com/oauth2/token", {
    method: "POST",
    body: "the secret",
    redirect: "follow",
  });
  expect(requests).toEqual([{ url: "https://connect.squareup.com/oauth2/token", redirect: "manual" }]);
  expect(response.status).toBe(502);
});
