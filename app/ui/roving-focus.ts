import type { KeyboardEvent } from "react";

type Direction = "vertical" | "horizontal";

const keys = {
  vertical: { back: "ArrowUp", on: "ArrowDown" },
  horizontal: { back: "ArrowLeft", on: "ArrowRight" },
} satisfies Record<Direction, object>;

/** Moves the focus among the elements a selector finds, as arrow keys, Home and End ask; round at the ends. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, direction: Direction): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1;
  const { back, on } = keys[direction];
  const targets = new Map([
    [on, at + 1],
    [back, at <= 0 ? items.length - 1 : at - 1],
    ["Home", 0],
    ["End", items.length - 1],
  ]);
  const target = targets.get(event.key);
  if (target === undefined) return;
  event.preventDefault();
  items[target % items.length]?.focus();
}
