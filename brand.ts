/** A marketing figure. The page labels figures without a source as illustrative. */
export type Figure = {
  value: string;
  label: string;
  /** Source of the figure and its date (yyyy-mm-dd). */
  source?: { text: string; url?: string; date: string };
};

/** A person on the landing page. */
export type Person = { name: string; role: string; bio: string };

/** The person whom clients contact first. */
export type AccountManager = { name: string; role: string; email: string };

/** A company that processes client data for the firm, listed on /security. */
export type Subprocessor = { name: string; purpose: string; data: string; location: string };

/** An insurance policy or a certification, listed on /security. Name who issued it and until when it is valid. */
export type Assurance = { name: string; details: string };

/** The firm's identity: name, logo, contact details and figures. Edit this file to rebrand the product. */
export type Brand = {
  name: string;
  /** Logo as an SVG path in a 32 × 32 view box. Used in the header, icons and link previews. */
  logo: string;
  /** One sentence about the firm, shown in the footer, search results and link previews. */
  description: string;
  contactEmail: string;
  /** Mailbox for reports of vulnerabilities, shown on /security and in security.txt. */
  securityEmail: string;
  /** Lines of the postal address, shown on printed invoices. */
  postalAddress: readonly string[];
  /** One to eight capital letters that the keys of findings start with, such as WL-12-003. Existing findings keep theirs. */
  findingPrefix: string;
  /** IANA time zone of the firm's main Square location. Determines today's date in statements and exports. */
  timeZone: string;
  blogUrl: string;
  social: ReadonlyArray<{ name: "LinkedIn" | "GitHub"; url: string }>;
  /** The people clients work with. If the list is empty, the section is not shown. */
  people: readonly Person[];
  /** Shown on the overview of the client portal. Null shows the firm's contact address. */
  accountManager: AccountManager | null;
  subprocessors: readonly Subprocessor[];
  /** Insurance and certifications. If the list is empty, the section is not shown. */
  assurances: readonly Assurance[];
  copyrightStartYear: number;
  legalUpdated: string;
  heroFigures: readonly [Figure, Figure, Figure];
  aboutFigures: readonly [Figure, Figure, Figure, Figure];
  terminalFigures: Readonly<
    Record<
      "reviewSpeed" | "bugs" | "delivery" | "velocity" | "satisfaction" | "timeToReturn" | "annualSavings",
      Figure
    >
  >;
};

export const brand: Brand = {
  name: "Wardline",
  logo: "M3 7l7 18 6-14 6 14 7-18",
  description:
    "AI security assessment, governance and engineering for teams shipping language models to production.",
  contactEmail: "hello@wardline.example",
  securityEmail: "security@wardline.example",
  postalAddress: ["100 Example Street, Suite 400", "San Francisco, CA 94105"],
  findingPrefix: "WL",
  timeZone: "America/New_York",
  blogUrl: "https://blog.wardline.example/",
  social: [
    { name: "LinkedIn", url: "https://www.linkedin.com/company/wardline-example" },
    { name: "GitHub", url: "https://github.com/wardline-example" },
  ],
  people: [
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
  ],
  accountManager: { name: "Maya Okafor", role: "Founder", email: "maya@wardline.example" },
  subprocessors: [
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
  ],
  assurances: [
    {
      name: "Professional and cyber liability",
      details: "Example Insurance Company, $5 million per claim. We send the certificate with each proposal.",
    },
    {
      name: "ISO/IEC 27001",
      details: "Certified by Example Certification, Inc. Covers consulting, this site and the client portal.",
    },
  ],
  copyrightStartYear: 2019,
  legalUpdated: "October 14, 2025",
  heroFigures: [
    { value: "98%", label: "Satisfaction" },
    { value: "50+", label: "Projects" },
    { value: "3x", label: "ROI" },
  ],
  aboutFigures: [
    { value: "Big 4", label: "Consulting experience" },
    { value: "Fortune 500", label: "Programs delivered" },
    { value: "Production", label: "Where our work is proven" },
    { value: "Zero", label: "Vendor commissions" },
  ],
  terminalFigures: {
    reviewSpeed: { value: "3.5x", label: "faster reviews" },
    bugs: { value: "67%", label: "fewer bugs" },
    delivery: { value: "45%", label: "faster delivery" },
    velocity: { value: "285%", label: "velocity" },
    satisfaction: { value: "94/100", label: "satisfaction" },
    timeToReturn: { value: "2-3 weeks", label: "to ROI" },
    annualSavings: { value: "$847,000", label: "annual savings" },
  },
};
