import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { WEBHOOK_EVENT_TYPES } from "./event-types.ts";
import { parseEvent } from "./parse-event.ts";

test.each(WEBHOOK_EVENT_TYPES)("%s is handled", (type) => {
  const object = {
    payment: { order_id: "order" },
    refund: { payment_id: "payment" },
    event_context: { merge: { from_customer_ids: ["old"], to_customer_id: "one" } },
  };
  const event = { eventId: "e1", merchantId: "M1", type, createdAt: null, data: { id: "one", object } };
  expect(parseEvent(event)).not.toMatchObject({ kind: "ignore" });
});

test("docs/square.md lists exactly these event types", async () => {
  const document = await readFile(new URL("../../../docs/square.md", import.meta.url), "utf8");
  const section = document.split("## Which webhook events to subscribe to")[1]?.split("\n## ")[0] ?? "";
  const listed = [...section.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, type]) => type);
  expect(listed).toEqual(WEBHOOK_EVENT_TYPES);
});
