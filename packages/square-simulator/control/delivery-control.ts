import type { Delivery } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { Dispatcher } from "../webhooks/dispatcher.ts";

/** Controls that list webhook deliveries, send them again, and release held ones. */
export function createDeliveryControl(store: Store, dispatcher: Dispatcher) {
  const listDeliveries = (): Delivery[] => Object.values(store.state.deliveries);
  const sendNow = async (deliveries: Delivery[]): Promise<void> => {
    // Send sequentially, because tests assert the order.
    for (const delivery of deliveries) {
      store.update(() => {
        delivery.status = "pending";
        delivery.nextAttemptAt = store.now().toISOString();
      });
      dispatcher.add([delivery]);
      await dispatcher.settled();
    }
  };
  return {
    deliveries: listDeliveries,
    async replay(deliveryId: string) {
      const delivery = store.state.deliveries[deliveryId];
      if (!delivery) {
        throw new Error(`The Square simulator has no delivery with id ${deliveryId}.`);
      }
      await sendNow([delivery]);
    },
    async releaseHeld(order: "as-held" | "reversed" = "as-held") {
      const heldDeliveries = listDeliveries().filter((delivery) => delivery.status === "held");
      await sendNow(order === "reversed" ? heldDeliveries.reverse() : heldDeliveries);
    },
    settled: () => dispatcher.settled(),
  };
}
