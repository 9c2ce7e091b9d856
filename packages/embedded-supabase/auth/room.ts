import { AuthError } from "./errors.ts";

/** Does work while there is room. */
export type Room = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Room for so much work at once. What comes beyond is answered 503 with Retry-After at once, instead of waiting
 * longer than people do and keeping all others waiting too.
 */
export function createRoom(most: number): Room {
  let underWay = 0;
  return async (work) => {
    if (underWay >= most) throw busy();
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

const busy = () =>
  new AuthError(503, "request_timeout", "Too many people are signing in at this moment, please try again", {
    headers: { "Retry-After": "3" },
  });
