import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { createPasswordHasher } from "./password-hasher.ts";

test("file reads do not wait for queued hashes", async () => {
  const passwords = await createPasswordHasher();
  let finished = 0;
  const hashes = Array.from({ length: 30 }, async (_, index) => {
    await passwords.hash("correct horse", `user${index}@example.com`);
    finished += 1;
  });
  for (let read = 0; read < 3; read += 1) {
    await readFile(import.meta.filename);
  }
  expect(finished).toBeLessThan(20);
  await Promise.all(hashes);
});

test("uses the cost of Supabase Auth by default", async () => {
  const hash = async (cost?: number) =>
    (await createPasswordHasher(cost)).hash("correct horse", "ada@client.example");
  expect(await hash()).toMatch(/^\$2[aby]\$10\$/);
  expect(await hash(4)).toMatch(/^\$2[aby]\$04\$/);
});

test("hashing and verifying share one limit per account", async () => {
  const passwords = await createPasswordHasher();
  const account = "ada@client.example";
  const calls = Array.from({ length: 40 }, (_, index) =>
    index % 2 ? passwords.hash("correct horse", account) : passwords.verify("a guess", null, account),
  );
  calls.push(passwords.hash("correct horse", "bob@client.example"));
  const results = await Promise.allSettled(calls);
  const rejected = results.filter((result) => result.status === "rejected");
  expect(rejected.map(({ reason }) => reason.status)).toEqual(Array(20).fill(429));
  expect(results.at(-1)?.status).toBe("fulfilled");
  expect(await passwords.verify("a guess", null, account)).toBe(false);
});

test("rejects empty and over-long passwords without hashing", async () => {
  const passwords = await createPasswordHasher();
  const stored = await passwords.hash("p".repeat(72), "ada@client.example");
  const verify = (password: string) => passwords.verify(password, stored, "ada@client.example");
  expect(await verify("p".repeat(72))).toBe(true);
  expect(await verify("p".repeat(73))).toBe(false);
  expect(await verify("")).toBe(false);
});
