import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

// Every address of the product. A path added here is also named in server/pages.ts,
// which decides what is prerendered, what gets the application shell and what does not exist.
export default [
  layout("shell.tsx", [
    index("marketing/landing/landing.tsx"),
    route("privacy-policy", "marketing/legal/privacy-policy.tsx"),
    route("terms-of-service", "marketing/legal/terms-of-service.tsx"),
    route("*", "marketing/not-found.tsx"),
  ]),
] satisfies RouteConfig;
