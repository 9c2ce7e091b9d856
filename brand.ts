/** A marketing figure. The page labels figures without a source as illustrative. */
export type Figure = {
  value: string;
  label: string;
  /** Source of the figure and its date (yyyy-mm-dd). */
  source?: { text: string; url?: string; date: string };
};

/** The firm's identity: name, logo, contact details and figures. Edit this file to rebrand the product. */
export type Brand = {
  name: string;
  /** Logo as an SVG path in a 32 × 32 view box. Used in the header, icons and link previews. */
  logo: string;
  /** One sentence about the firm, shown in the footer, search results and link previews. */
  description: string;
  contactEmail: string;
  /** Lines of the postal address, shown on printed invoices. */
  postalAddress: readonly string[];
  blogUrl: string;
  social: ReadonlyArray<{ name: "LinkedIn" | "GitHub"; url: string }>;
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
  postalAddress: ["100 Example Street, Suite 400", "San Francisco, CA 94105"],
  blogUrl: "https://blog.wardline.example/",
  social: [
    { name: "LinkedIn", url: "https://www.linkedin.com/company/wardline-example" },
    { name: "GitHub", url: "https://github.com/wardline-example" },
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
