/** Paths of the public pages and the sign-in pages. */
export const PUBLIC_PAGES = [
  "/",
  "/security",
  "/verify",
  "/services/ai-security-assessment",
  "/privacy-policy",
  "/terms-of-service",
  "/client-portal",
  "/forgot-password",
  "/reset-password",
  "/admin/login",
  "/no-such-page",
];

/** Values of the portal's `section` parameter. */
export const PORTAL_SECTIONS = [
  "overview",
  "projects",
  "findings",
  "billing",
  "billing&view=statement",
  "rates",
  "settings",
  "settings&tab=people",
  "settings&tab=access-review",
  "settings&tab=activity",
  "book-service",
  "documents",
  "messages",
  "meetings",
];

/** Paths below `/admin`. */
export const ADMIN_SCREENS = [
  "dashboard",
  "inbox",
  "messages",
  "clients",
  "projects",
  "findings",
  "findings/new",
  "invoices",
  "accounting",
  "bookings",
  "subscriptions",
  "documents",
  "square",
  "settings?section=tiers",
  "settings?section=firm",
  "settings?section=retention",
  "settings?section=administrators",
  "settings?section=account",
  "settings?section=audit",
  "settings?section=sign-ins",
  "settings?section=jobs",
  "settings?section=privacy",
];
