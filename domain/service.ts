/** The three services the firm sells (specification section 1). Rates, bookings and the site name them alike. */
export const SERVICES = [
  "AI Security Assessment",
  "AI Security Governance",
  "AI Engineering Acceleration",
] as const;

export type Service = (typeof SERVICES)[number];
