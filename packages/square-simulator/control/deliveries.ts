import type { Delivery } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { Dispatcher } from "../webhooks/dispatcher.ts";

/** Looking at notifications, and sending them at other times than Square would. */
export function deliveryControl(store: Store, dispatcher: Dispatcher) {
  const all = (): Delivery[] => Object.values(store.state.deliveries);
  const sendNow = async (deliveries: Delivery[]): Promise<void> => {
    // One after the other: the order is what a test is about.
    for (const delivery of deliveries) {
      store.note(() => {
        delivery.status = "pending";
        delivery.nextAttemptAt = store.now().toISOString();
      });
      dispatcher.add([delivery]);
      await dispatcher.settled();
    }
  };
  return {
    deliveries: all,
    async replay(deliveryId: string) {
      const delivery = store.state.deliveries[deliveryId];
      if (!delivery) throw new Error(`There is no delivery ${deliveryId}.`);
      await sendNow([delivery]);
    },
    async release(order: "as-held" | "reversed" = "as-held") {
      const held = all().filter((delivery) => delivery.status === "held");
      await sendNow(order === "reversed" ? held.reverse() : held);
    },
    settled: () => dispatcher.settled(),
  };
}
