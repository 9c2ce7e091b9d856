import { expect, test } from "vitest";
import { htmlOf } from "./html.ts";

const sender = { name: "Firm & Co", publicUrl: "https://portal.firm.example" };
const shown = (text: string) => htmlOf({ subject: "News", text }, sender);

test("a label above an address of ours is a button, and the address can be read too", async () => {
  const page = await shown(
    "Hello.\n\nChoose a new password:\nhttps://portal.firm.example/reset-password?token_hash=a&type=recovery",
  );
  expect(page).toContain(
    'href="https://portal.firm.example/reset-password?token_hash=a&amp;type=recovery">Choose a new password</a>',
  );
  expect(page).toContain("Or open this address");
});

test("lines of label and value are a table", async () => {
  const page = await shown("Client: Calder & Finch\nService: AI Security Assessment");
  expect(page).toContain('<th scope="row">Client</th><td>Calder &amp; Finch</td>');
});

test("what somebody typed stays words: no markup, and no address but our own can be pressed", async () => {
  const page = await shown(
    "See https://portal.firm.example/admin/inbox. Or\n<img src=x onerror=alert(1)> https://evil.example/x\n\nPress here:\nhttps://portal.firm.example.evil.example/",
  );
  expect(page).toContain(
    '<a href="https://portal.firm.example/admin/inbox">https://portal.firm.example/admin/inbox</a>. Or',
  );
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(page).not.toMatch(/href="[^"]*evil/);
});

test("the signature is not said twice", async () => {
  const page = await shown("Thank you.\n\nFirm & Co");
  expect(page.match(/<p>/g)).toHaveLength(1);
});

test("a code to be typed stands out, and a word does not", async () => {
  expect(await shown("Enter this code:\n\n73a9f0c1")).toContain('<p class="code">73a9f0c1</p>');
  expect(await shown("We cannot:\n\nUnfortunately")).not.toContain('class="code"');
});

test("an e-mail address in a table breaks before its host", async () => {
  expect(await shown("Name: Ada\nE-mail: ada@client.example")).toContain(
    "<td>ada<wbr />@client.example</td>",
  );
});
