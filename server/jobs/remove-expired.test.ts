import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { aDatabase } from "#tests/support/database.ts";
import { removeExpired } from "./remove-expired.ts";

const NOW = new Date("2028-03-02T10:00:00Z");

test("an attempt to sign in is kept for 12 months, and gone the moment after", async () => {
  const { pool } = await aDatabase();
  for (const [email, at] of [
    ["old@firm.example", "2027-03-02T09:59:59Z"],
    ["kept@firm.example", "2027-03-02T10:00:00Z"],
  ])
    await pool.query(
      `insert into private.sign_in_attempts (email, outcome, address, created_at)
       values ($1, 'succeeded', '198.51.100.7', $2)`,
      [email, at],
    );
  let backendAsked = false;
  const removeSessions = async () => {
    backendAsked = true;
  };
  await removeExpired({ database: createDatabase(pool), now: () => NOW }, removeSessions)({});
  const { rows } = await pool.query("select email from private.sign_in_attempts");
  expect(rows).toEqual([{ email: "kept@firm.example" }]);
  expect(backendAsked).toBe(true);
});
