import { expect, test } from "vitest";
import {
  amountDue,
  amounts,
  button,
  code,
  contact,
  details,
  type EmailBlock,
  greeting,
  joinButton,
  linkButton,
  paragraph,
  personal,
  quote,
  reasonFootnote,
  textLink,
  withTitle,
} from "./content.ts";
import { renderHtml } from "./render-html.ts";
import { renderText } from "./render-text.ts";

const SENDER = { name: "Firm & Co", publicUrl: "https://portal.firm.example" };
const HOSTILE_TEXT =
  "Budget: 40k\nStart: now\n\n<img src=x onerror=alert(1)> https://portal.firm.example/admin/inbox\n\nPress here:\nhttps://evil.example/";

const render = (...blocks: EmailBlock[]) => renderHtml({ subject: "News", blocks }, SENDER);

test("renders the URL of a link that the recipient cannot reach in another way below its button", async () => {
  expect(await render(button("View invoice", "https://portal.firm.example/client-portal"))).not.toContain(
    "Or paste this link",
  );
  const page = await render(
    linkButton(
      "Choose a new password",
      "https://portal.firm.example/reset-password?token_hash=a&type=recovery",
    ),
  );
  expect(page).toMatch(
    /class="button-link" href="https:\/\/portal\.firm\.example\/reset-password\?token_hash=a&amp;type=recovery" [^>]*>Choose a new password<\/a>/,
  );
  expect(page).toContain("Or paste this link into your browser");
});

test.each([
  "https://evil.example/",
  "https://portal.firm.example.evil.example/",
  "http://portal.firm.example/",
  "javascript:alert(1)",
  "no URL",
])("renders a button to %s as text", async (url) => {
  const page = await render(button("Press here", url));
  expect(page).toMatch(/<p class="text"[^>]*>Press here: /);
  expect(page).toContain(`Press here: ${url}</p>`);
  expect(page.match(/href="/g)).toHaveLength(1);
});

test("renders a button to a meeting that the firm entered, only with https", async () => {
  expect(await render(joinButton("https://meet.example/1"))).toMatch(
    /class="button-link" href="https:\/\/meet\.example\/1"/,
  );
  expect(await render(joinButton("javascript:alert(1)"))).not.toContain('class="button');
});

test("renders a text link to this server only", async () => {
  expect(await render(textLink("View", "https://portal.firm.example/x"))).toContain(
    'href="https://portal.firm.example/x"',
  );
  expect(await render(textLink("View", "https://evil.example/"))).toContain(
    "View: https://evil.example/</p>",
  );
});

test("renders the amount due above the amounts that it is part of", async () => {
  const page = await render(amountDue("$400.00", "of $1,200.00"));
  expect(page).toMatch(
    />Amount due<\/p><p [^>]*font-size:28px[^>]*>\$400\.00<\/p><p [^>]*>of \$1,200\.00<\/p>/,
  );
});

test("links to the firm's address for questions", async () => {
  expect(await render(contact({ contactEmail: "hello@firm.example" }, "Paid?"))).toMatch(
    />Paid\? Questions\? Email <a [^>]*href="mailto:hello@firm\.example"[^>]*>hello@firm\.example<\/a>\./,
  );
});

test("renders details as a table and escapes their values", async () => {
  const page = await render(details(["Client", "Calder & Finch"], ["Scope", "<b>everything</b>"]));
  expect(page).toMatch(/<th [^>]*scope="row"[^>]*>Client<\/th><td [^>]*>Calder &amp; Finch<\/td>/);
  expect(page).toContain(">&lt;b&gt;everything&lt;/b&gt;</td>");
});

test("renders amounts in a column, and links only labels whose URL is on this server", async () => {
  const row = { label: "Invoice 1", note: "due Dec 1, 2026", amount: "$1.00" };
  const page = await render(
    amounts([
      { ...row, url: "https://portal.firm.example/x" },
      { ...row, url: "https://evil.example/" },
    ]),
  );
  expect(page).toMatch(
    /<a [^>]*href="https:\/\/portal\.firm\.example\/x"[^>]*>Invoice 1<\/a><p [^>]*>due Dec 1, 2026<\/p><\/th>/,
  );
  expect(page).toMatch(/<td [^>]*align="right"[^>]*font-variant-numeric:tabular-nums[^>]*>\$1\.00<\/td>/);
  expect(page).not.toContain("evil.example");
});

test.each([
  ["paragraph", paragraph],
  ["quote", quote],
  ["greeting", greeting],
  ["code", code],
  ["footnote", reasonFootnote],
])("never interprets the text of a %s as markup, details, a button or a link", async (_, block) => {
  const page = await render(block(HOSTILE_TEXT));
  expect(page).toMatch(/Budget: 40k(<br \/>|\n)Start: now/);
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(page).not.toContain("<th");
  expect(page).not.toContain('class="button');
  // The only link is the sender's link in the footer.
  expect(page.match(/href="[^"]*"/g)).toEqual(['href="https://portal.firm.example"']);
});

test("shortens names in the subject, and shows them in full in the heading", async () => {
  const company = "Calder & Finch Reinsurance Brokers International";
  const email = withTitle((shorten) => `${shorten(company)} withdrew a plan request`, [paragraph("Hello.")]);
  expect(email.subject).toBe("Calder & Finch Reinsurance Br… withdrew a plan request");
  expect(await renderHtml(email, SENDER)).toMatch(
    /<h1 [^>]*>Calder &amp; Finch Reinsurance Brokers International withdrew a plan request<\/h1>/,
  );
  expect(renderText(email.blocks)).toBe("Hello.");
});

test("uses the greeting as the heading of an email that looks like one from a person", async () => {
  const page = await render(personal(), greeting("Jonas Lindqvist"), paragraph("Thanks for writing."));
  expect(page.match(/<h1 [^>]*>[^<]*<\/h1>/g)).toEqual([
    expect.stringMatching(/font-size:16px;font-weight:400;.*>Hi Jonas,<\/h1>$/),
  ]);
});

test("uses the subject as the heading if no name is shortened", () => {
  const email = withTitle((shorten) => `Inquiry from ${shorten("Calder")}`, [paragraph("Hello.")]);
  expect(email).toEqual({ subject: "Inquiry from Calder", blocks: [paragraph("Hello.")] });
});

test("escapes the subject", async () => {
  const page = await renderHtml({ subject: "</title><script>", blocks: [] }, SENDER);
  expect(page).not.toContain("<script>");
});

test("shows the sender, the host and the reason in the footer", async () => {
  const page = await render(reasonFootnote("you have an account."), paragraph("Hello."));
  expect(page).toMatch(
    /Firm &amp; Co\u00a0· <a [^>]*>portal\.firm\.example<\/a>\u00a0· Why you got this: you have an account\./,
  );
});

test("allows a line break before the domain of an email address in details", async () => {
  expect(await render(details(["Name", "Ada"], ["Email", "ada@client.example"]))).toContain(
    ">ada<wbr />@client.example</td>",
  );
});
