import type { Hono } from "hono";
import type { SimulatorControl } from "./control.ts";

/** The control functions over HTTP, for tests in other processes: POST /control/{function} with its arguments. */
export function controlEndpoints(app: Hono, control: SimulatorControl): void {
  app.get("/control/journal", (context) => context.json(control.journal()));
  app.get("/control/deliveries", (context) => context.json(control.deliveries()));
  app.get("/control/invoices", (context) => context.json(Object.values(control.state().invoices)));
  app.get("/control/plans", (context) => context.json(control.plans()));
  app.get("/control/now", (context) => context.json({ now: control.now().toISOString() }));

  app.post("/control/:name", async (context) => {
    const text = await context.req.text();
    const input: Record<string, unknown> = text === "" ? {} : JSON.parse(text);
    const known = new Map(Object.entries(commands(control)));
    const work = known.get(context.req.param("name"));
    if (!work) return context.json({ error: "There is no such control." }, 404);
    try {
      return context.json({ result: (await work(input)) ?? null });
    } catch (error) {
      return context.json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  });
}

type Command = (input: Record<string, unknown>) => unknown;

/**
 * Each control by name. The inputs are trusted: these endpoints exist only when a test opened them,
 * and the types of the control functions are what callers must keep to.
 */
function commands(control: SimulatorControl): Record<string, Command> {
  const id = (input: Record<string, unknown>) => String(input.id);
  return {
    "advance-clock": (input) => control.advanceClock(Number(input.milliseconds)),
    reset: () => control.reset(),
    behave: (input) => control.behave(input),
    fault: (input) => control.fault(input as Parameters<SimulatorControl["fault"]>[0]),
    "webhook-fault": (input) =>
      control.webhookFault(input as Parameters<SimulatorControl["webhookFault"]>[0]),
    "clear-faults": () => control.clearFaults(),
    pay: (input) => control.pay(id(input), input.how as Parameters<SimulatorControl["pay"]>[1]),
    refund: (input) => control.refund(id(input), input.cents === undefined ? undefined : Number(input.cents)),
    cancel: (input) => control.cancel(id(input)),
    fail: (input) => control.fail(id(input)),
    publish: (input) => control.publish(id(input)),
    "charge-failed": (input) => control.chargeFailed(id(input)),
    "return-transfer": (input) => control.returnTransfer(id(input)),
    disconnect: () => control.disconnect(),
    replay: (input) => control.replay(id(input)),
    release: (input) => control.release(input.order === "reversed" ? "reversed" : "as-held"),
    settled: () => control.settled(),
  };
}
