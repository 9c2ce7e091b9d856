import type { Hono } from "hono";
import type { SimulatorControl } from "./control.ts";

/** Exposes the controls to tests in other processes: `POST /control/{name}` with the arguments as JSON. */
export function registerControlEndpoints(app: Hono, control: SimulatorControl): void {
  app.get("/control/journal", (context) => context.json(control.journal()));
  app.get("/control/deliveries", (context) => context.json(control.deliveries()));
  app.get("/control/invoices", (context) => context.json(Object.values(control.state().invoices)));
  app.get("/control/plans", (context) => context.json(control.plans()));
  app.get("/control/now", (context) => context.json({ now: control.now().toISOString() }));

  // A map, because an object also has inherited properties such as "constructor".
  const commands = new Map(Object.entries(createCommands(control)));
  app.post("/control/:name", async (context) => {
    const text = await context.req.text();
    const input: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
    const command = commands.get(context.req.param("name"));
    if (!command) {
      return context.json({ error: "Unknown control." }, 404);
    }
    try {
      return context.json({ result: (await command(input)) ?? null });
    } catch (error) {
      return context.json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  });
}

type Command = (input: Record<string, unknown>) => unknown;

/** Commands by name. Inputs are not validated, because the endpoints are enabled only for tests. */
function createCommands(control: SimulatorControl): Record<string, Command> {
  const id = (input: Record<string, unknown>) => String(input.id);
  return {
    "advance-clock": (input) => control.advanceClock(Number(input.milliseconds)),
    reset: () => control.reset(),
    behave: (input) => control.setBehavior(input),
    fault: (input) => control.addFault(input as Parameters<SimulatorControl["addFault"]>[0]),
    "webhook-fault": (input) =>
      control.addWebhookFault(input as Parameters<SimulatorControl["addWebhookFault"]>[0]),
    "clear-faults": () => control.clearFaults(),
    pay: (input) => control.pay(id(input), input.how as Parameters<SimulatorControl["pay"]>[1]),
    refund: (input) =>
      control.refund(id(input), input.cents === undefined ? undefined : Number(input.cents), {
        isPending: input.isPending === true,
      }),
    "complete-refund": (input) => control.completeRefund(id(input)),
    "fail-refund": (input) => control.failRefund(id(input)),
    cancel: (input) => control.cancel(id(input)),
    fail: (input) => control.fail(id(input)),
    publish: (input) => control.publish(id(input)),
    "charge-failed": (input) => control.failCharge(id(input)),
    "return-transfer": (input) => control.returnTransfer(id(input)),
    disconnect: () => control.disconnect(),
    replay: (input) => control.replay(id(input)),
    release: (input) => control.releaseHeld(input.order === "reversed" ? "reversed" : "as-held"),
    settled: () => control.settled(),
  };
}
