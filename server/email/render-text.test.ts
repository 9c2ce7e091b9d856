import { expect, test } from "vitest";
import { button, code, details, greeting, paragraph, quote, reasonFootnote } from "./content.ts";
import { addSignature, renderText } from "./render-text.ts";

test("renders each block and moves footnotes to the end", () => {
  const text = renderText([
    reasonFootnote("you have an account."),
    greeting("Jonas Lindqvist"),
    paragraph("We received a request."),
    details(["Client", "Calder & Finch"], ["Service", "Other"]),
    code("73a9f0c1"),
    quote("Budget: 40k\n\nhttps://evil.example/"),
    button("View request", "https://portal.firm.example/admin/bookings"),
  ]);
  expect(text).toBe(
    [
      "Hi Jonas,",
      "We received a request.",
      "Client: Calder & Finch\nService: Other",
      "73a9f0c1",
      "> Budget: 40k\n> \n> https://evil.example/",
      "View request:\nhttps://portal.firm.example/admin/bookings",
      "Why you got this: you have an account.",
    ].join("\n\n"),
  );
});

test.each([
  ["Jonas Lindqvist", "Hi Jonas,"],
  ["Dr. Guadalupe Fernández-Montenegro", "Hi Guadalupe,"],
  ["Prof. Dr. Ada Byron", "Hi Ada,"],
  ["Ada", "Hi Ada,"],
  ["Byron, Ada", "Hi Byron, Ada,"],
  ["J. P. Morgan", "Hi J. P. Morgan,"],
  [undefined, "Hi,"],
])("greets %s with “%s”", (name, expected) => {
  expect(renderText([greeting(name)])).toBe(expected);
});

test("signs with the sender's name and host", () => {
  expect(addSignature("Hello.", { name: "Firm", publicUrl: "https://portal.firm.example/" })).toBe(
    "Hello.\n\nFirm · portal.firm.example\n",
  );
});
