import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { createFolderTransport, createSmtpTransport, type EmailMessage } from "./transport.ts";

const MESSAGE: EmailMessage = {
  messageId: "0b6fe2a8-4f1d-4a3e-9a5c-2f5b8f1c7d10@firm.example",
  from: "The Firm <firm@firm.example>",
  to: "ada@client.example",
  replyTo: null,
  subject: "News",
  text: "Hello.",
};

async function createTestFolder() {
  const parent = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, "outbox");
  const readEmails = async () => {
    const names = await readdir(folder);
    return Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  };
  return { folder, transport: createFolderTransport(folder), readEmails };
}

describe("an email over SMTP", () => {
  let server: TestSmtpServer;
  beforeAll(async () => {
    server = await startSmtpServer();
  });
  afterAll(() => server.stop());

  async function send(message: Partial<EmailMessage>) {
    server.received.length = 0;
    await createSmtpTransport(server.url).send({ ...MESSAGE, ...message });
    const [received] = server.received;
    if (!received) {
      throw new Error("no email was received");
    }
    return received;
  }

  test("has its Message-ID, sender, recipient and reply address", async () => {
    const { to, message } = await send({ replyTo: "hello@firm.example" });
    expect(to).toEqual(["ada@client.example"]);
    expect(message).toMatchObject({
      messageId: `<${MESSAGE.messageId}>`,
      from: { name: "The Firm", address: "firm@firm.example" },
      replyTo: [{ address: "hello@firm.example" }],
    });
  });

  test.each([
    ["German", "Rückfrage zu Ihrer Anfrage – größer"],
    ["Arabic, right to left", "رسالة جديدة من شركة كالدر"],
    ["Hebrew with a Latin name", "הודעה חדשה מאת Calder & Finch"],
    ["Japanese", "請求書 0000181 のお支払い期限が過ぎています"],
    ["emoji", "You're booked 🎉 👩‍💻"],
    ["300 characters", `Inquiry from ${"Calder & Finch Reinsurance ".repeat(11)}`.trim()],
    ["text that looks encoded", "Inquiry from =?utf-8?Q?Calder=0D=0ABcc:_all@victim.example?=, =?x?="],
    ["300 characters without spaces", "ü".repeat(300)],
  ])("keeps a subject in %s unchanged", async (_, subject) => {
    expect((await send({ subject })).message.subject).toBe(subject);
  });

  test("keeps text in any script unchanged, including lines with a single dot", async () => {
    const text = "السلام عليكم\n.\n..\nFrom here on\n名前: 山田\n";
    const { message } = await send({ text });
    expect(message.text?.replaceAll("\r\n", "\n")).toBe(text);
  });

  test.each<[string, Partial<EmailMessage>]>([
    ["the subject", { subject: "News\r\nBcc: all@victim.example" }],
    ["the recipient", { to: "ada@client.example\r\nBcc: all@victim.example" }],
    ["the reply address", { replyTo: "ada@client.example\r\nBcc: all@victim.example" }],
    ["the Message-ID", { messageId: "one@firm.example>\r\nBcc: all@victim.example" }],
  ])("gets no header or recipient from a line break in %s", async (_, injected) => {
    const { to, message } = await send(injected);
    expect(to).toHaveLength(1);
    expect(message.bcc).toBeUndefined();
    expect(message.headers.map(({ key }) => key)).not.toContain("bcc");
  });

  test("cannot attach files from the server or fetch URLs", async () => {
    const { message } = await send({
      text: "file:///etc/passwd",
      html: '<img src="file:///etc/passwd"><img src="http://127.0.0.1:1/">',
    });
    expect(message.attachments).toEqual([]);
    expect(message.text?.trim()).toBe("file:///etc/passwd");
  });
});

describe("an email file", () => {
  test("has only short ASCII lines, as mail servers require", async () => {
    const { transport, readEmails } = await createTestFolder();
    await transport.send({
      ...MESSAGE,
      subject: "ü".repeat(400),
      text: "ä".repeat(3_000),
      html: `<p>${"é".repeat(3_000)}`,
    });
    const [email = ""] = await readEmails();
    const lines = email.split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(email).toMatch(/^\p{ASCII}+$/u);
    expect((await PostalMime.parse(email)).subject).toBe("ü".repeat(400));
  });

  test("is named after its Message-ID, and a retry replaces it", async () => {
    const { folder, transport, readEmails } = await createTestFolder();
    await transport.send(MESSAGE);
    await transport.send({ ...MESSAGE, text: "Hello again." });
    expect(await readdir(folder)).toEqual([`${MESSAGE.messageId.replace("@", "_")}.eml`]);
    expect((await readEmails())[0]).toContain("Hello again.");
  });

  test("is written inside its folder for any Message-ID", async () => {
    const { folder, transport } = await createTestFolder();
    await transport.send({ ...MESSAGE, messageId: "../../etc/cron.d/job@firm.example" });
    expect(await readdir(folder)).toEqual([".._.._etc_cron.d_job_firm.example.eml"]);
  });

  test("is readable only by its owner, because it may contain sign-in links", async () => {
    const { folder, transport } = await createTestFolder();
    await transport.send(MESSAGE);
    const [name = ""] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});
