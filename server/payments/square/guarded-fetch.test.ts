import { expect, test } from "vitest";
import { guardedFetch } from "#server/payments/square/guarded-fetch.ts";

test("a redirect is not followed, and is no success", async () => {
  const asked: { address: string; redirect: string | undefined }[] = [];
  const send = guardedFetch(async (input, init) => {
    asked.push({ address: String(input), redirect: init?.redirect });
    return new Response(null, { status: 302, headers: { location: "https://elsewhere.example/take" } });
  });
  const answer = await send("https://connect.squareup.com/oauth2/token", {
    method: "POST",
    body: "the secret",
    redirect: "follow",
  });
  expect(asked).toEqual([{ address: "https://connect.squareup.com/oauth2/token", redirect: "manual" }]);
  expect(answer.status).toBe(502);
});
