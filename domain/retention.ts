/** Months an inquiry is kept after it arrived; the contact form and the privacy policy state it, a daily job keeps it. */
export const INQUIRY_RETENTION_MONTHS = 24;
