import { expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import { findUnanswered } from "./unanswered-comments.ts";

const comment = (proposal_id: string, author_role: "client" | "admin", hour: number) => ({
  ...{ proposal_id, author_role },
  created_at: instant(`2026-01-05T${String(hour).padStart(2, "0")}:00:00Z`),
});

const listUnanswered = (comments: ReturnType<typeof comment>[]) =>
  findUnanswered(comments, ({ proposal_id }) => proposal_id);

test("returns conversations whose last comment is by the client, longest waiting first", () => {
  const unanswered = listUnanswered([
    comment("answered", "admin", 9),
    comment("new", "client", 8),
    comment("answered", "client", 7),
    comment("old", "client", 6),
    comment("old", "admin", 5),
  ]);
  expect(unanswered.map(({ proposal_id: id }) => id)).toEqual(["old", "new"]);
});

test("returns nothing without comments", () => {
  expect(listUnanswered([])).toEqual([]);
});
