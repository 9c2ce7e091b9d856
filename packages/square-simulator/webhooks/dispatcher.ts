import type { DeliverWebhook, SimulatorLog } from "../options.ts";
import type { Delivery } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { nextAttemptTime } from "./retry-schedule.ts";
import type { WebhookFaultQueue } from "./webhook-faults.ts";

const MAX_CONCURRENT = 10;

export type DispatcherOptions = {
  store: () => Store;
  deliver: DeliverWebhook;
  timeoutMs: number;
  faults: WebhookFaultQueue;
  log: SimulatorLog;
};

/** Sends deliveries that are due by the virtual clock and schedules retries of failed ones. */
export class Dispatcher {
  private readonly options: DispatcherOptions;
  private readonly queue = new Map<string, Delivery>();
  private readonly running = new Set<Promise<void>>();
  private closed = false;

  constructor(options: DispatcherOptions) {
    this.options = options;
  }

  /** Replaces the queue with the unfinished deliveries of the stored state. */
  restart(): void {
    this.queue.clear();
    this.add(Object.values(this.options.store().state.deliveries));
  }

  add(deliveries: Delivery[]): void {
    for (const delivery of deliveries) {
      if (delivery.status === "pending") {
        this.queue.set(delivery.id, delivery);
      }
    }
    // Send after the response to the call that caused the event, as Square does.
    setImmediate(() => this.run());
  }

  /** Starts deliveries that are due, up to `MAX_CONCURRENT` at a time. */
  run(): void {
    const now = this.options.store().now().toISOString();
    for (const delivery of this.queue.values()) {
      if (this.closed || this.running.size >= MAX_CONCURRENT) {
        return;
      }
      if (delivery.nextAttemptAt > now) {
        continue;
      }
      this.queue.delete(delivery.id);
      const attempt: Promise<void> = this.attempt(delivery).finally(() => {
        this.running.delete(attempt);
        this.run();
      });
      this.running.add(attempt);
    }
  }

  /** Waits until all due deliveries are sent. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.run();
    while (this.running.size > 0) {
      await Promise.all(this.running);
      this.run();
    }
  }

  /** Time of the earliest scheduled attempt, or null. */
  nextAttemptAt(): Date | null {
    let earliest: string | null = null;
    for (const { nextAttemptAt } of this.queue.values()) {
      if (earliest === null || nextAttemptAt < earliest) {
        earliest = nextAttemptAt;
      }
    }
    return earliest === null ? null : new Date(earliest);
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.running);
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { store, faults, deliver, timeoutMs, log } = this.options;
    const listener = store().state.webhookSubscriptions[delivery.webhookSubscriptionId];
    const fault = faults.take(delivery.eventType);
    if (!listener || fault === "hold") {
      store().update(() => {
        delivery.status = listener ? "held" : "failed";
      });
      return;
    }
    const at = store().now();
    const options = { at, timeoutMs };
    const result = await attemptDelivery(deliver, delivery, listener, fault, options);
    if (fault === "duplicate") {
      await attemptDelivery(deliver, delivery, listener, null, options);
    }
    store().update(() => {
      delivery.attempts.push({ at: at.toISOString(), ...result });
      if (result.reason === null) {
        delivery.status = "delivered";
        return;
      }
      const next = nextAttemptTime(delivery.attempts.length, at);
      delivery.status = next ? "pending" : "failed";
      if (!next) {
        return;
      }
      delivery.nextAttemptAt = next.toISOString();
      this.queue.set(delivery.id, delivery);
    });
    if (result.reason !== null) {
      log.warn({ event: delivery.eventId, ...result }, "A simulated webhook delivery failed.");
    }
  }
}
