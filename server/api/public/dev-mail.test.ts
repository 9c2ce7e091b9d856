import { afterEach, beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { button } from "#server/email/content.ts";
import { createEmailExamples } from "#server/email/examples.ts";
import { renderHtml } from "#server/email/render-html.ts";
import { renderText } from "#server/email/render-text.ts";
import { createFolderTransport } from "#server/email/transport.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { createDevMailRoutes } from "./dev-mail.ts";

const PUBLIC_URL = "http://localhost:3000";
let folder: Awaited<ReturnType<typeof createTempFolder>>;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder.remove());

async function request(path: string, from: { address?: string; headers?: Record<string, string> } = {}) {
  const app = createDevMailRoutes(
    { clientAddress: () => from.address ?? "127.0.0.1", config: { publicUrl: PUBLIC_URL } as never },
    folder.path,
  );
  return app.request(new URL(path, PUBLIC_URL).href, {
    headers: { host: "localhost:3000", ...from.headers },
  });
}

async function storeEmail() {
  const email = {
    subject: "Reset <your> password",
    blocks: [button("Choose a new password", `${PUBLIC_URL}/reset-password?token_hash=abc`)],
  };
  const transport = createFolderTransport(folder.path);
  await transport.send({
    subject: email.subject,
    text: renderText(email.blocks),
    messageId: "one@firm.example",
    from: "firm@firm.example",
    to: "ada@client.example",
    replyTo: null,
    html: await renderHtml(email, { name: "Firm", publicUrl: PUBLIC_URL }),
  });
  return "one_firm.example.eml";
}

test("lists emails with links to their rendered view and source", async () => {
  expect(await (await request("/dev/mail")).text()).toContain("No emails yet.");
  const file = await storeEmail();
  const list = await (await request("/dev/mail")).text();
  expect(list).toContain(`<a href="/dev/mail/${file}">Reset &lt;your&gt; password</a>`);
  expect(list).toContain("ada@client.example");

  const response = await request(`/dev/mail/${file}`);
  expect(await response.text()).toContain('href="http://localhost:3000/reset-password?token_hash=abc"');
  expect(response.headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*style-src 'self' 'unsafe-inline'/,
  );
  expect(await (await request(`/dev/mail/${file}/source`)).text()).toContain(
    "Message-ID: <one@firm.example>",
  );
  expect(response.headers.get("strict-transport-security")).toBeNull();
  expect((await request("/dev/mail/other.eml")).status).toBe(404);
});

test("shows an example of every email template, marked as an example", async () => {
  const list = await (await request("/dev/mail")).text();
  const names = Object.keys(createEmailExamples(brand, PUBLIC_URL));
  for (const name of names) {
    expect(list).toContain(`href="/dev/mail/examples/${name}"`);
    const response = await request(`/dev/mail/examples/${name}`);
    expect(await response.text()).toContain("Sample data. Not sent.");
    expect(await (await request(`/dev/mail/examples/${name}/text`)).text()).toMatch(/^\[Sample data/);
  }
  for (const unknown of ["/dev/mail/examples/none", "/dev/mail/examples/none/text"]) {
    expect((await request(unknown)).status).toBe(404);
  }
});

test("responds only to requests from the same machine, for its own host name and without a proxy", async () => {
  const file = await storeEmail();
  for (const path of [
    "/dev/mail",
    `/dev/mail/${file}`,
    `/dev/mail/${file}/source`,
    "/dev/mail/examples/invitation",
  ]) {
    expect((await request(path, { address: "198.51.100.7" })).status).toBe(404);
    expect((await request(path, { headers: { host: "evil.example" } })).status).toBe(404);
    expect((await request(`http://evil.example:3000${path}`)).status).toBe(404);
    for (const header of [
      "forwarded",
      "via",
      "x-real-ip",
      "x-forwarded-for",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-original-host",
      "x-client-ip",
      "true-client-ip",
      "cf-connecting-ip",
    ]) {
      expect((await request(path, { headers: { [header]: "127.0.0.1" } })).status, header).toBe(404);
    }
  }
});

test("does not respond if the product has a public host name", async () => {
  const app = createDevMailRoutes(
    { clientAddress: () => "127.0.0.1", config: { publicUrl: "https://portal.firm.example" } as never },
    folder.path,
  );
  const response = await app.request("/dev/mail", { headers: { host: "portal.firm.example" } });
  expect(response.status).toBe(404);
});
