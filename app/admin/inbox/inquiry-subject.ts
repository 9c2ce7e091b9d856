import type { Inquiry } from "#app/api/admin/inquiries.ts";

/** What an inquiry is about: the service, or a booked consultation. */
export function inquirySubject({ source, service_interest }: Inquiry): string {
  return source === "consultation" ? "Consultation" : service_interest;
}
