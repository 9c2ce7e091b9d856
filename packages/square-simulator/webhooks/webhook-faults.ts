/** The faults that a test can inject into a webhook delivery. */
export type WebhookFault =
  | "duplicate"
  | "hold"
  | "lost-response"
  | "bad-signature"
  | "wrong-url"
  | "re-indented";

export type PlannedWebhookFault = { fault: WebhookFault; eventType?: string; after: number; times: number };

/** Queue of planned webhook faults. Faults are triggered by the number of deliveries, so that a run is reproducible. */
export class WebhookFaultQueue {
  private plans: PlannedWebhookFault[] = [];

  add(plan: Partial<PlannedWebhookFault> & { fault: WebhookFault }): void {
    this.plans.push({ after: 0, times: 1, ...plan });
  }

  clear(): void {
    this.plans = [];
  }

  /** Returns the fault for the next attempt of a delivery, or null. Each call counts as one attempt. */
  take(eventType: string): WebhookFault | null {
    for (const plan of this.plans) {
      if (plan.eventType !== undefined && plan.eventType !== eventType) {
        continue;
      }
      if (plan.after > 0) {
        plan.after -= 1;
        continue;
      }
      if (plan.times <= 0) {
        continue;
      }
      plan.times -= 1;
      return plan.fault;
    }
    return null;
  }
}
