import { isTimeZone } from "#domain/dates/calendar-date.ts";
import { BOOKING_DETAILS_PATH } from "#domain/scheduling/booking-pages.ts";

/** Starts the scripts of the pages for booking. Other pages don't load them. */
export function initBooking(): void {
  applyDeviceZone();
  const picker = document.querySelector<HTMLElement>("[data-time-picker]");
  if (picker) {
    void import("./time-picker/time-picker.ts").then(({ startTimePicker }) => startTimePicker(picker));
  }
  if (document.querySelector("form[data-sent-once], [data-message]")) {
    void import("./booking-forms.ts").then(({ initBookingForms }) => initBookingForms());
  }
}

/** Shows a time in the device's zone if the link that opened the page has no zone. */
function applyDeviceZone(): void {
  const url = new URL(window.location.href);
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (url.pathname === BOOKING_DETAILS_PATH && !url.searchParams.has("zone") && isTimeZone(timeZone)) {
    url.searchParams.set("zone", timeZone);
    window.location.replace(url);
  }
}
