import { expect, test } from "vitest";
import { AssignInvoice } from "./assign-invoice.ts";

test("accepts the id of a client", () => {
  const request = { clientId: "4c5a1a52-6f0e-4c0f-9a53-2f1d1b1f8a01" };
  expect(AssignInvoice.parse(request)).toEqual(request);
});

test.each(["", "acme", "4c5a1a52-6f0e-4c0f-9a53-2f1d1b1f8a0", null, undefined])("rejects %j", (clientId) => {
  expect(AssignInvoice.safeParse({ clientId }).error?.issues).toMatchObject([
    { path: ["clientId"], message: "Select a client" },
  ]);
});
