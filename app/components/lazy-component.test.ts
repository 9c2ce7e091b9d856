import { expect, test } from "vitest";
import { createLazyComponent } from "./lazy-component.ts";

const Screen = () => null;

test("loads its script once, and then notifies subscribers", async () => {
  let importCount = 0;
  const component = createLazyComponent(async () => {
    importCount += 1;
    return Screen;
  });
  const seen: unknown[] = [];
  component.subscribe(() => seen.push(component.get()));
  const unsubscribe = component.subscribe(() => seen.push("unsubscribed"));
  unsubscribe();
  expect(component.get()).toBeNull();
  await Promise.all([component.load(), component.load()]);
  expect(importCount).toBe(1);
  expect(seen).toEqual([Screen]);
});

test("imports again after a failure", async () => {
  let importCount = 0;
  const component = createLazyComponent(async () => {
    importCount += 1;
    if (importCount === 1) {
      throw new Error("offline");
    }
    return Screen;
  });
  await expect(component.load()).rejects.toThrow("offline");
  expect(component.get()).toBeNull();
  await component.load();
  expect(component.get()).toBe(Screen);
});
