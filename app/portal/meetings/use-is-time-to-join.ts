import { useEffect, useState } from "react";
import { isTimeToJoin } from "#domain/consultations/consultation.ts";
import type { Instant } from "#domain/dates/instant.ts";

const CHECK_INTERVAL_MS = 30_000;

/** Whether a meeting starts within 15 minutes or has started. Changes while the page is open. */
export function useIsTimeToJoin(startsAt: Instant): boolean {
  const [now, setNow] = useState(() => new Date());
  const canJoin = isTimeToJoin(startsAt, now);
  useEffect(() => {
    if (canJoin) {
      return;
    }
    const timer = setInterval(() => setNow(new Date()), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [canJoin]);
  return canJoin;
}
