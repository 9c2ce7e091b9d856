/** Ways in which a notification can arrive wrongly, or not be heard. */
export type WebhookTwist =
  | "duplicate"
  | "hold"
  | "lost-answer"
  | "bad-signature"
  | "wrong-url"
  | "re-indented";

export type TwistPlan = { twist: WebhookTwist; eventType?: string; after: number; times: number };

/** Twists wait for the deliveries they are meant for, counted one by one. */
export class WebhookTwists {
  private plans: TwistPlan[] = [];

  add(plan: Partial<TwistPlan> & { twist: WebhookTwist }): void {
    this.plans.push({ after: 0, times: 1, ...plan });
  }

  clear(): void {
    this.plans = [];
  }

  /** The twist for this delivery's next attempt; each call counts. */
  take(eventType: string): WebhookTwist | null {
    for (const plan of this.plans) {
      if (plan.eventType !== undefined && plan.eventType !== eventType) continue;
      if (plan.after > 0) {
        plan.after -= 1;
        continue;
      }
      if (plan.times <= 0) continue;
      plan.times -= 1;
      return plan.twist;
    }
    return null;
  }
}
