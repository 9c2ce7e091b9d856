import { afterEach, beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { examples } from "#server/email/examples.ts";
import { htmlOf } from "#server/email/html.ts";
import { folderTransport } from "#server/email/transport.ts";
import { aFolder } from "#tests/support/browser.ts";
import { devMail } from "./dev-mail.ts";

const publicUrl = "http://localhost:3000";
let folder: Awaited<ReturnType<typeof aFolder>>;
beforeEach(async () => {
  folder = await aFolder();
});
afterEach(() => folder.remove());

async function ask(path: string, from: { address?: string; headers?: Record<string, string> } = {}) {
  const app = devMail(
    { clientAddress: () => from.address ?? "127.0.0.1", config: { publicUrl } as never },
    folder.path,
  );
  return app.request(path, { headers: { host: "localhost:3000", ...from.headers } });
}

async function aKeptMail() {
  const mail = {
    subject: "Reset <your> password",
    text: `Choose a new one:\n${publicUrl}/reset-password?token_hash=abc`,
  };
  const transport = folderTransport(folder.path);
  await transport.send({
    ...mail,
    messageId: "one@firm.example",
    from: "firm@firm.example",
    to: "ada@client.example",
    replyTo: null,
    html: await htmlOf(mail, { name: "Firm", publicUrl }),
  });
  return "one_firm.example.eml";
}

test("the list leads to each message as its reader sees it, and to its source", async () => {
  expect(await (await ask("/dev/mail")).text()).toContain("Nothing has been sent yet.");
  const file = await aKeptMail();
  const list = await (await ask("/dev/mail")).text();
  expect(list).toContain(`<a href="/dev/mail/${file}">Reset &lt;your&gt; password</a>`);
  expect(list).toContain("ada@client.example");

  const shown = await ask(`/dev/mail/${file}`);
  expect(await shown.text()).toContain(
    '<a class="act" href="http://localhost:3000/reset-password?token_hash=abc">',
  );
  expect(shown.headers.get("content-security-policy")).toMatch(
    /default-src 'none'.*style-src 'self' 'sha256-/,
  );
  expect(await (await ask(`/dev/mail/${file}/source`)).text()).toContain("Message-ID: <one@firm.example>");
  expect(shown.headers.get("strict-transport-security")).toBeNull();
  expect((await ask("/dev/mail/other.eml")).status).toBe(404);
});

test("every kind of message can be looked at before any was sent, and says that it is an example", async () => {
  const list = await (await ask("/dev/mail")).text();
  const names = Object.keys(examples(brand, publicUrl));
  for (const name of names) {
    expect(list).toContain(`href="/dev/mail/examples/${name}"`);
    const shown = await ask(`/dev/mail/examples/${name}`);
    expect(await shown.text()).toContain("Example with invented values, sent to nobody.");
    expect(await (await ask(`/dev/mail/examples/${name}/text`)).text()).toMatch(/^\[Example with invented/);
  }
  for (const unknown of ["/dev/mail/examples/none", "/dev/mail/examples/none/text"])
    expect((await ask(unknown)).status).toBe(404);
});

test("nobody but this very machine, by its own name and without a proxy, sees any of it", async () => {
  const file = await aKeptMail();
  for (const path of [
    "/dev/mail",
    `/dev/mail/${file}`,
    `/dev/mail/${file}/source`,
    "/dev/mail/examples/invitation",
  ]) {
    expect((await ask(path, { address: "198.51.100.7" })).status).toBe(404);
    expect((await ask(path, { headers: { host: "evil.example" } })).status).toBe(404);
    expect((await ask(path, { headers: { "x-forwarded-for": "127.0.0.1" } })).status).toBe(404);
  }
});
