/** Names of the services, as used by rates, bookings and the site. */
export const SERVICES = [
  "AI Security Assessment",
  "AI Security Governance",
  "AI Engineering Acceleration",
] as const;

export type Service = (typeof SERVICES)[number];
