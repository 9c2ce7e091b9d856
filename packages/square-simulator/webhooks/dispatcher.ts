import type { Deliver, SimulatorLog } from "../options.ts";
import type { Delivery } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { attemptDelivery } from "./attempt.ts";
import { nextAttemptAfter } from "./retry-schedule.ts";
import type { WebhookTwists } from "./twists.ts";

const AT_ONCE = 10;

export type DispatcherOptions = {
  store: () => Store;
  deliver: Deliver;
  timeoutMs: number;
  twists: WebhookTwists;
  log: SimulatorLog;
};

/** Sends what is due by the virtual clock, and plans the next attempt of what failed. */
export class Dispatcher {
  private readonly options: DispatcherOptions;
  private readonly waiting = new Map<string, Delivery>();
  private readonly running = new Set<Promise<void>>();
  private closed = false;

  constructor(options: DispatcherOptions) {
    this.options = options;
  }

  /** Takes over deliveries that an earlier run left unfinished, forgetting any others. */
  restart(): void {
    this.waiting.clear();
    this.add(Object.values(this.options.store().state.deliveries));
  }

  add(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      if (delivery.status === "pending") this.waiting.set(delivery.id, delivery);
    }
    // After the commit that made them has been answered, as Square's come from elsewhere.
    setImmediate(() => this.run());
  }

  /** Starts what is due now, ten at a time. */
  run(): void {
    const now = this.options.store().now().toISOString();
    for (const delivery of this.waiting.values()) {
      if (this.closed || this.running.size >= AT_ONCE) return;
      if (delivery.nextAttemptAt > now) continue;
      this.waiting.delete(delivery.id);
      const attempt: Promise<void> = this.attempt(delivery).finally(() => {
        this.running.delete(attempt);
        this.run();
      });
      this.running.add(attempt);
    }
  }

  /** Resolves when nothing due is left to send. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.run();
    while (this.running.size > 0) {
      await Promise.all(this.running);
      this.run();
    }
  }

  /** The earliest planned attempt, or null. */
  nextAttemptAt(): Date | null {
    let earliest: string | null = null;
    for (const { nextAttemptAt } of this.waiting.values()) {
      if (earliest === null || nextAttemptAt < earliest) earliest = nextAttemptAt;
    }
    return earliest === null ? null : new Date(earliest);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.running);
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { store, twists, deliver, timeoutMs, log } = this.options;
    const listener = store().state.webhookSubscriptions[delivery.webhookSubscriptionId];
    const twist = twists.take(delivery.eventType);
    if (!listener || twist === "hold") {
      store().note(() => {
        delivery.status = listener ? "held" : "failed";
      });
      return;
    }
    const at = store().now();
    const setting = { at, timeoutMs };
    const result = await attemptDelivery(deliver, delivery, listener, twist, setting);
    if (twist === "duplicate") await attemptDelivery(deliver, delivery, listener, null, setting);
    store().note(() => {
      delivery.attempts.push({ at: at.toISOString(), ...result });
      if (result.reason === null) {
        delivery.status = "delivered";
        return;
      }
      const next = nextAttemptAfter(delivery.attempts.length, at);
      delivery.status = next ? "pending" : "failed";
      if (!next) return;
      delivery.nextAttemptAt = next.toISOString();
      this.waiting.set(delivery.id, delivery);
    });
    if (result.reason !== null) {
      log.warn({ event: delivery.eventId, ...result }, "A simulated webhook was not accepted.");
    }
  }
}
