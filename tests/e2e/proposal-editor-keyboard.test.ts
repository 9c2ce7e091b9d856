import { expect, test } from "vitest";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import { createKeyboard } from "#tests/support/browser/keyboard.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Writes and sends a proposal with the keyboard alone. The helper fails for a control without a visible focus.

const portal = setUpPortal();

test("a proposal is created from a template, changed, previewed and sent with the keyboard", async () => {
  const [client] = portal.firm.clients;
  await portal
    .serviceClient()
    .from("proposal_templates")
    .insert({
      name: "Yearly test",
      content: buildContent({ startsOn: null, completesOn: null, validUntil: null }),
    })
    .throwOnError();
  const session = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = session;
  const keyboard = createKeyboard(page);
  const isFocused = (label: string) =>
    page.evaluate((name) => {
      const element = document.activeElement;
      return element instanceof HTMLInputElement && element.labels?.[0]?.textContent?.startsWith(name);
    }, label);

  await page.goto(`${portal.firm.product.url}/admin/proposals/new`);
  await keyboard.type(page.getByLabel("Email"), portal.firm.administrator.email);
  await keyboard.type(page.getByLabel("Password", { exact: true }), portal.firm.administrator.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "New proposal" }).waitFor();
  await page.getByRole("option", { name: client.company }).waitFor({ state: "attached" });
  await keyboard.choose(page.getByLabel("Client", { exact: true }), client.company);
  await page.getByRole("option", { name: "Yearly test" }).waitFor({ state: "attached" });
  await keyboard.choose(page.getByLabel("Template"), "Yearly test");
  await keyboard.press(page.getByRole("button", { name: "Create draft" }));
  await page.getByRole("group", { name: "Section 1" }).waitFor();

  // A new part gets the focus.
  await keyboard.press(page.getByRole("button", { name: "Add section" }));
  await expect.poll(() => isFocused("Heading")).toBe(true);
  const section = page.getByRole("group", { name: "Section 2" });
  await page.keyboard.type("Approach");
  await keyboard.type(section.getByRole("textbox", { name: "Text" }), "We work **on site**.");
  await keyboard.tabTo(section.getByRole("button", { name: "Move section 2 up" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const moved = page.getByRole("group", { name: "Section 1" });
  await expect.poll(() => moved.getByLabel("Heading").inputValue()).toBe("Approach");
  // The focus stays on the button of the section that moved.
  await keyboard.tabTo(moved.getByRole("button", { name: "Move section 1 up" }));

  await keyboard.press(page.getByRole("button", { name: "Add line item" }));
  await expect.poll(() => isFocused("Description")).toBe(true);
  const item = page.getByRole("group", { name: "Line item 3" });
  await page.keyboard.type("Workshop");
  await keyboard.type(item.getByLabel("Amount ($)"), "900");
  await keyboard.press(item.getByLabel("Optional", { exact: true }), "Space");
  await keyboard.tabTo(item.getByRole("button", { name: "Move line item 3 up" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const second = page.getByRole("group", { name: "Line item 2" });
  await expect.poll(() => second.getByLabel("Description").inputValue()).toBe("Workshop");

  await keyboard.press(page.getByRole("checkbox", { name: "Discount" }), "Space");
  await keyboard.type(page.getByLabel("Discount (%)"), "10");
  await keyboard.type(page.getByLabel("Deposit (%)"), "30");
  await keyboard.choose(page.getByLabel("The rest is paid in"), "Installments");
  const summary = page.getByRole("region", { name: "Total" });
  await summary.getByText("$5,000.00 − $500.00 discount").waitFor();
  await summary.getByText("Installment 3").waitFor();
  const payments = await summary
    .getByRole("list", { name: "Payments" })
    .getByRole("listitem")
    .allInnerTexts();
  expect(payments.map((text) => /\$[\d,.]+$/.exec(text)?.[0])).toEqual([
    ...["$1,350.00", "$1,050.00", "$1,050.00", "$1,050.00"],
  ]);

  const preview = page.getByRole("button", { name: "Preview", exact: true });
  await keyboard.press(preview);
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual(
    expect.arrayContaining(["Approach", "Summary", "Price"]),
  );
  await dialog.getByText("on site").waitFor();
  expect(await session.accessibilityViolations(), "preview").toEqual([]);
  await page.keyboard.press("Escape");
  expect(await preview.evaluate((element) => element === document.activeElement)).toBe(true);
  await keyboard.press(page.getByRole("button", { name: "Review and send" }));
  await dialog.getByText(client.email).waitFor();
  await keyboard.press(dialog.getByRole("button", { name: "Send proposal" }));
  await page.getByText("Proposal sent", { exact: true }).waitFor();
});
