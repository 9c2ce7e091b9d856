import { expect, test } from "vitest";
import { createRoom } from "./room.ts";

test("what comes beyond the room is told when to come back, and room is free again after success and failure", async () => {
  const room = createRoom(2);
  const ends: Array<{ well: () => void; badly: (cause: Error) => void }> = [];
  const enter = () =>
    room(() => new Promise<void>((well, badly) => ends.push({ well: () => well(), badly })));
  const [first, second] = [enter(), enter()];
  await expect(enter()).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "3" } });
  expect(ends).toHaveLength(2);

  ends[0]?.well();
  await first;
  const third = enter();
  ends[1]?.badly(new Error("a wrong password"));
  await expect(second).rejects.toThrow("a wrong password");
  const fourth = enter();
  expect(ends).toHaveLength(4);
  ends[2]?.well();
  ends[3]?.well();
  await Promise.all([third, fourth]);
});
