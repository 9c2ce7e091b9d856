import type { KeyboardEvent } from "react";

type Direction = "vertical" | "horizontal";

const ARROW_KEYS = {
  vertical: { previous: "ArrowUp", next: "ArrowDown" },
  horizontal: { previous: "ArrowLeft", next: "ArrowRight" },
} satisfies Record<Direction, object>;

/** Moves the focus among the matching elements on arrow keys, Home and End. Wraps around at the ends. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, direction: Direction): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const { activeElement } = document;
  const index = activeElement instanceof HTMLElement ? items.indexOf(activeElement) : -1;
  const { previous, next } = ARROW_KEYS[direction];
  const targets = new Map([
    [next, index + 1],
    [previous, index <= 0 ? items.length - 1 : index - 1],
    ["Home", 0],
    ["End", items.length - 1],
  ]);
  const target = targets.get(event.key);
  if (target === undefined) {
    return;
  }
  event.preventDefault();
  items[target % items.length]?.focus();
}
