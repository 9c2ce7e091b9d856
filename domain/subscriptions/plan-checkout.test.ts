import { describe, expect, test } from "vitest";
import { instant } from "#domain/dates/instant.ts";
import {
  findConfirmedTier,
  findOpenCheckout,
  isBeingConfirmed,
} from "#domain/subscriptions/plan-checkout.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const at = (time: string) => instant(`2026-11-${time}:00Z`);
const checkout = (tier_id: string, started: string, confirmed: string | null = null) => ({
  tier_id,
  started_at: at(started),
  confirmed_at: confirmed === null ? null : at(confirmed),
});
const plan = (tier_id: string, created: string) => ({ tier_id, created_at: at(created) });
const find = (options: Partial<Parameters<typeof findConfirmedTier>[0]>) =>
  findConfirmedTier({ tierId: null, checkouts: [], plans: [], now: NOW, ...options });

const WATCH_CONFIRMED = checkout("watch", "23T11:00", "23T11:05");

describe("an open checkout", () => {
  test("is not confirmed and less than 24 hours old", () => {
    const open = checkout("watch", "22T12:01");
    expect(findOpenCheckout([open, checkout("shield", "22T12:00")], NOW)).toBe(open);
    expect(findOpenCheckout([WATCH_CONFIRMED, checkout("shield", "22T12:00")], NOW)).toBeNull();
    expect(findOpenCheckout([checkout("watch", "23T11:50", "23T11:55")], NOW)).toBeNull();
  });

  test("is being confirmed for 30 minutes", () => {
    expect(isBeingConfirmed(checkout("watch", "23T11:31"), NOW)).toBe(true);
    expect(isBeingConfirmed(checkout("watch", "23T11:30"), NOW)).toBe(false);
  });

  test("is the last one that was opened", () => {
    const last = checkout("shield", "23T11:50");
    expect(findOpenCheckout([checkout("watch", "23T11:40"), last], NOW)).toBe(last);
  });
});

describe("a return URL that names the tier", () => {
  test("is confirmed by the checkout of that tier only", () => {
    const checkouts = [WATCH_CONFIRMED, checkout("shield", "23T11:10")];
    expect(find({ tierId: "watch", checkouts })).toBe("watch");
    expect(find({ tierId: "shield", checkouts })).toBeNull();
  });

  test("is confirmed by a new plan of that tier if the checkout was opened outside of the portal", () => {
    const plans = [plan("watch", "23T11:50"), plan("shield", "23T11:46")];
    expect(find({ tierId: "shield", plans })).toBe("shield");
    expect(find({ tierId: "beacon", plans })).toBeNull();
    expect(find({ tierId: "shield", plans: [plan("shield", "23T11:45")] })).toBeNull();
  });
});

describe("a return URL without a tier", () => {
  test("is about the checkout that was opened last", () => {
    const checkouts = [WATCH_CONFIRMED, checkout("shield", "23T11:30", "23T11:35")];
    expect(find({ checkouts })).toBe("shield");
  });

  test("is not confirmed by a plan that was confirmed before the last checkout was opened", () => {
    expect(find({ checkouts: [WATCH_CONFIRMED, checkout("shield", "23T11:10")] })).toBeNull();
  });

  test("is confirmed by the earlier of two open checkouts if that is the one the client completed", () => {
    const checkouts = [checkout("watch", "23T11:00", "23T11:35"), checkout("shield", "23T11:30")];
    expect(find({ checkouts })).toBe("watch");
  });

  test("ignores checkouts older than a day, and plans without a checkout", () => {
    expect(find({ checkouts: [checkout("watch", "22T12:01", "22T12:02")] })).toBe("watch");
    expect(find({ checkouts: [checkout("watch", "22T12:00", "22T12:02")] })).toBeNull();
    expect(find({ plans: [plan("watch", "23T11:59")] })).toBeNull();
  });
});
