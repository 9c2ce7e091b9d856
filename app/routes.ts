import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// Every address of the product, and the only list of them: the build leaves it beside the pages, and the server
// answers with the prerendered page where there is one, with the application's shell for the other addresses here,
// and with a real 404 for the rest.
export default [
  layout("shell.tsx", [
    layout("marketing/site-layout.tsx", [
      index("marketing/landing/landing.tsx"),
      route("services/ai-security-assessment", "marketing/services/ai-security-assessment.tsx"),
      route("services/ai-security-governance", "marketing/services/ai-security-governance.tsx"),
      route("services/ai-engineering-acceleration", "marketing/services/ai-engineering-acceleration.tsx"),
      route("privacy-policy", "marketing/legal/privacy-policy.tsx"),
      route("terms-of-service", "marketing/legal/terms-of-service.tsx"),
      route("*", "marketing/not-found.tsx"),
    ]),
    route("client-portal", "portal/client-portal.tsx"),
    route("forgot-password", "sign-in/recovery/forgot-password.tsx"),
    route("reset-password", "sign-in/recovery/reset-password.tsx"),
    route("admin/login", "sign-in/admin-login.tsx"),
    layout("admin/shell/admin-layout.tsx", [
      route("admin/dashboard", "admin/dashboard/dashboard.tsx"),
      route("admin/clients", "admin/clients/clients.tsx"),
      route("admin/clients/:clientId", "admin/clients/client-page.tsx"),
      route("admin/bookings", "admin/bookings/bookings.tsx"),
      route("admin/documents", "admin/documents/documents.tsx"),
      route("admin/inbox", "admin/inbox/inbox.tsx"),
      route("admin/messages", "admin/messages/messages.tsx"),
      route("admin/messages/:clientId", "admin/messages/thread-page.tsx"),
      route("admin/invoices", "admin/invoices/invoices.tsx"),
      route("admin/client-rates", "admin/client-rates/client-rates.tsx"),
      route("admin/projects", "admin/projects/projects.tsx"),
      route("admin/square", "admin/square/square.tsx"),
      route("admin/settings", "admin/settings/settings.tsx"),
      route("admin/subscriptions", "admin/subscriptions/subscriptions.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
