import { formatShortTime } from "#domain/scheduling/short-time.ts";

/** Shows the next free times in the visitor's time zone. The server shows them in the firm's. */
export function initNextTimes(): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-next-time]")) {
    link.textContent = formatShortTime(new Date(link.dataset.nextTime ?? ""), timeZone);
    const url = new URL(link.href);
    url.searchParams.set("zone", timeZone);
    link.href = url.href;
  }
}
