import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// All page routes. The build writes this list next to the pages. For a listed route, the server responds with
// the prerendered page or, if there is none, with the application shell. For any other path, it responds with
// 404: with the application shell below /admin/, otherwise with the not-found page.
export default [
  layout("shell.tsx", [
    layout("site/site-layout.tsx", [
      index("site/landing/landing.tsx"),
      route("services/ai-security-assessment", "site/services/ai-security-assessment.tsx"),
      route("services/ai-security-governance", "site/services/ai-security-governance.tsx"),
      route("services/ai-engineering-acceleration", "site/services/ai-engineering-acceleration.tsx"),
      route("security", "site/legal/security.tsx"),
      route("verify", "site/verify/verify.tsx"),
      route("privacy-policy", "site/legal/privacy-policy.tsx"),
      route("terms-of-service", "site/legal/terms-of-service.tsx"),
      route("*", "site/not-found.tsx"),
    ]),
    route("client-portal", "portal/client-portal.tsx"),
    route("forgot-password", "auth/recovery/forgot-password.tsx"),
    route("reset-password", "auth/recovery/reset-password.tsx"),
    route("admin/login", "auth/admin-login.tsx"),
    layout("admin/shell/admin-layout.tsx", [
      route("admin/dashboard", "admin/dashboard/dashboard.tsx"),
      route("admin/clients", "admin/clients/clients.tsx"),
      route("admin/clients/:clientId", "admin/clients/client-page.tsx"),
      route("admin/clients/:clientId/statement", "admin/clients/statement-page.tsx"),
      route("admin/bookings", "admin/bookings/bookings.tsx"),
      route("admin/documents", "admin/documents/documents.tsx"),
      route("admin/findings", "admin/findings/findings.tsx"),
      route("admin/findings/new", "admin/findings/new-finding-page.tsx"),
      route("admin/findings/templates", "admin/findings/templates-page.tsx"),
      route("admin/findings/:findingId", "admin/findings/finding-page.tsx"),
      route("admin/findings/:findingId/edit", "admin/findings/edit-finding-page.tsx"),
      route("admin/projects/:projectId/assessment", "admin/assessments/assessment-page.tsx"),
      route("admin/retests/:retestId", "admin/findings/retest-page.tsx"),
      route("admin/inbox", "admin/inbox/inbox.tsx"),
      route("admin/inbox/:inquiryId", "admin/inbox/inquiry-page.tsx"),
      route("admin/messages", "admin/messages/messages.tsx"),
      route("admin/messages/:clientId", "admin/messages/conversation-page.tsx"),
      route("admin/invoices", "admin/invoices/invoices.tsx"),
      route("admin/invoices/:invoiceId", "admin/invoices/invoice-page.tsx"),
      route("admin/accounting", "admin/accounting/accounting-page.tsx"),
      route("admin/client-rates", "admin/client-rates/client-rates.tsx"),
      route("admin/projects", "admin/projects/projects.tsx"),
      route("admin/square", "admin/square/square.tsx"),
      route("admin/settings", "admin/settings/settings.tsx"),
      route("admin/subscriptions", "admin/subscriptions/subscriptions.tsx"),
      route("admin/*", "admin/shell/not-found.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
