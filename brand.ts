/** A figure the firm publishes about itself. Without a source the page calls it illustrative. */
export type Figure = {
  value: string;
  label: string;
  /** Where the figure comes from, and of which day (yyyy-mm-dd). */
  source?: { text: string; url?: string; date: string };
};

/** Everything that makes this installation one firm's own. Edit this file, and the product follows. */
export type Brand = {
  name: string;
  /** The firm's sign: one line, as an SVG path in a square of 32. Header, icons and link previews draw it. */
  mark: string;
  /** Who the firm is in one sentence; search engines and link previews show it. */
  description: string;
  contactEmail: string;
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
  mark: "M3 7l7 18 6-14 6 14 7-18",
  description:
    "AI security assessment, governance and engineering for teams that put language models into production.",
  contactEmail: "hello@wardline.example",
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
    { value: "Fortune 500", label: "Programmes delivered" },
    { value: "Production", label: "Where our work has to hold" },
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
