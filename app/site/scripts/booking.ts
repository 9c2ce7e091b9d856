/** Starts the scripts of the pages for booking. Other pages don't load them. */
export function initBooking(): void {
  const picker = document.querySelector<HTMLElement>("[data-time-picker]");
  if (picker) {
    void import("./time-picker/time-picker.ts").then(({ startTimePicker }) => startTimePicker(picker));
  }
  if (document.querySelector("form[data-sent-once], [data-message]")) {
    void import("./booking-forms.ts").then(({ initBookingForms }) => initBookingForms());
  }
}
