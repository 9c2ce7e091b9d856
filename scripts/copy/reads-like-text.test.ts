import { expect, test } from "vitest";
import { readsLikeText } from "./reads-like-text.ts";

test.each([
  "flex items-center gap-2",
  "grid hidden md:block",
  "select id, name from clients",
  "/api/admin/clients",
  "https://example.com/a b",
  "in_progress",
  "aria-label",
  "application/json",
  "…",
])("ignores %s", (text) => {
  expect(readsLikeText(text)).toBe(false);
});
