import { expect, test } from "vitest";
import { aSimulator, call } from "../test-support/a-simulator.ts";

test("control endpoints exist only when opened", async () => {
  const closed = aSimulator();
  expect((await call(closed, "/control/pay", { body: {} })).status).toBe(404);
  expect((await call(closed, "/control/journal")).status).toBe(404);
  await closed.close();
});

test("a test in another process can pay, move the clock and reset", async () => {
  const simulator = aSimulator({ control: true });
  const invoice = Object.values(simulator.state().invoices).find(({ status }) => status === "UNPAID");
  const id = invoice?.id;
  expect(
    (await call(simulator, "/control/pay", { body: { id, how: { amount: "all" } } })).body.result.ok,
  ).toBe(true);
  expect((await call(simulator, "/control/pay", { body: { id: "none" } })).status).toBe(400);
  expect((await call(simulator, "/control/journal")).body).toHaveLength(4);
  const before = simulator.now().getTime();
  await call(simulator, "/control/advance-clock", { body: { milliseconds: 1_000 } });
  expect(simulator.now().getTime()).toBe(before + 1_000);
  await call(simulator, "/control/reset", { method: "POST" });
  expect(simulator.state().invoices[id ?? ""]?.status).toBe("UNPAID");
  expect((await call(simulator, "/control/unknown", { body: {} })).status).toBe(404);
  await simulator.close();
});
