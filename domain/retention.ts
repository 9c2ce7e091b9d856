/** Months an inquiry is kept after it arrived; the contact form and the privacy policy state it, a daily job keeps it. */
export const INQUIRY_RETENTION_MONTHS = 24;

/** Days an event of Square is kept, with what it told; Square repeats one for three days at most. */
export const SQUARE_EVENT_RETENTION_DAYS = 90;

/** Days the report of a synchronization is kept. */
export const SYNC_RUN_RETENTION_DAYS = 365;

/** Months the log of downloads is kept: as long as somebody may ask who had a document. */
export const DOWNLOAD_LOG_RETENTION_MONTHS = 24;

/** Months an attempt to sign in is kept, with its network address and browser; the privacy policy states it. */
export const SIGN_IN_ATTEMPT_RETENTION_MONTHS = 12;
