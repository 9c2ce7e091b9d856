// What only the public site shows about the firm. It is not in brand.ts, which the sign-in pages load too.

/** A marketing figure. The page labels figures without a source as illustrative. */
export type Figure = {
  value: string;
  label: string;
  /** Source of the figure and its date (yyyy-mm-dd). */
  source?: { text: string; url?: string; date: string };
};

/** A person on the landing page. */
type Person = { name: string; role: string; bio: string };

/** A company that processes client data for the firm, listed on /security. */
type Subprocessor = { name: string; purpose: string; data: string; location: string };

/** An insurance policy or a certification, listed on /security. Name who issued it and until when it is valid. */
type Assurance = { name: string; details: string };

export const BLOG_URL = "https://blog.wardline.example/";

export const socialLinks: ReadonlyArray<{ name: "LinkedIn" | "GitHub"; url: string }> = [
  { name: "LinkedIn", url: "https://www.linkedin.com/company/wardline-example" },
  { name: "GitHub", url: "https://github.com/wardline-example" },
];

export const COPYRIGHT_START_YEAR = 2019;

/** When the legal pages last changed. */
export const LEGAL_UPDATED = "October 14, 2025";

/** The people clients work with. If the list is empty, the section is not shown. */
export const people: readonly Person[] = [
  {
    name: "Maya Okafor",
    role: "Founder",
    bio: "Led application security for card payments at a bank. Scopes every engagement and signs every report.",
  },
  {
    name: "Daniel Reyes",
    role: "Lead, AI red team",
    bio: "Tests agents, tools and retrieval. Wrote the attack library behind our assessments.",
  },
  {
    name: "Ingrid Solheim",
    role: "Lead, governance",
    bio: "ISO/IEC 42001 lead auditor. Turns the NIST AI RMF and the EU AI Act into controls with owners.",
  },
  {
    name: "Kenji Watanabe",
    role: "Lead, engineering",
    bio: "Ran the model platform at a public company. Builds guardrails and evaluations with your team.",
  },
];

export const subprocessors: readonly Subprocessor[] = [
  {
    name: "Block, Inc. (Square)",
    purpose: "Invoices and payments",
    data: "Name, email address, billing address, invoices",
    location: "United States",
  },
  {
    name: "Example Hosting, Inc.",
    purpose: "Servers, database and backups",
    data: "All portal data, encrypted in transit and at rest",
    location: "United States",
  },
  {
    name: "Example Mail, Inc.",
    purpose: "Email delivery",
    data: "Name, email address, text of the email",
    location: "United States",
  },
];

/** Insurance and certifications. If the list is empty, the section is not shown. */
export const assurances: readonly Assurance[] = [
  {
    name: "Professional and cyber liability",
    details: "Example Insurance Company, $5 million per claim. The certificate is available on request.",
  },
  {
    name: "ISO/IEC 27001",
    details: "Certified by Example Certification, Inc. Covers consulting, this site and the client portal.",
  },
];

export const heroFigures: readonly [Figure, Figure, Figure] = [
  { value: "98%", label: "Satisfaction" },
  { value: "50+", label: "Projects" },
  { value: "3x", label: "ROI" },
];

export const aboutFigures: readonly [Figure, Figure, Figure, Figure] = [
  { value: "Big 4", label: "Consulting experience" },
  { value: "Fortune 500", label: "Programs delivered" },
  { value: "Production", label: "Where our work is proven" },
  { value: "Zero", label: "Vendor commissions" },
];

export const terminalFigures: Readonly<
  Record<
    "reviewSpeed" | "bugs" | "delivery" | "velocity" | "satisfaction" | "timeToReturn" | "annualSavings",
    Figure
  >
> = {
  reviewSpeed: { value: "3.5x", label: "faster reviews" },
  bugs: { value: "67%", label: "fewer bugs" },
  delivery: { value: "45%", label: "faster delivery" },
  velocity: { value: "285%", label: "velocity" },
  satisfaction: { value: "94/100", label: "satisfaction" },
  timeToReturn: { value: "2-3 weeks", label: "to ROI" },
  annualSavings: { value: "$847,000", label: "annual savings" },
};
