import { expect, test } from "vitest";
import { callApi, createTestSimulator } from "../test-support/test-simulator.ts";

test("control endpoints return 404 unless they are enabled", async () => {
  const simulatorWithoutControl = createTestSimulator();
  expect((await callApi(simulatorWithoutControl, "/control/pay", { body: {} })).status).toBe(404);
  expect((await callApi(simulatorWithoutControl, "/control/journal")).status).toBe(404);
  await simulatorWithoutControl.close();
});

test("control endpoints pay, advance the clock and reset over HTTP", async () => {
  const simulator = createTestSimulator({ control: true });
  const invoice = Object.values(simulator.state().invoices).find(({ status }) => status === "UNPAID");
  const id = invoice?.id;
  expect(
    (await callApi(simulator, "/control/pay", { body: { id, how: { amount: "all" } } })).body.result.ok,
  ).toBe(true);
  expect((await callApi(simulator, "/control/pay", { body: { id: "none" } })).status).toBe(400);
  expect((await callApi(simulator, "/control/journal")).body).toHaveLength(4);
  const timeBefore = simulator.now().getTime();
  await callApi(simulator, "/control/advance-clock", { body: { milliseconds: 1_000 } });
  expect(simulator.now().getTime()).toBe(timeBefore + 1_000);
  await callApi(simulator, "/control/reset", { method: "POST" });
  expect(simulator.state().invoices[id ?? ""]?.status).toBe("UNPAID");
  expect((await callApi(simulator, "/control/unknown", { body: {} })).status).toBe(404);
  await simulator.close();
});
