/** The person whom clients contact first. */
export type AccountManager = { name: string; role: string; email: string };

/** The firm's identity: name, logo and contact details. Edit this file and `app/site/firm-facts.ts` to rebrand the product. */
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
  /** Shown on the overview of the client portal. Null shows the firm's contact address. */
  accountManager: AccountManager | null;
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
  accountManager: { name: "Maya Okafor", role: "Founder", email: "maya@wardline.example" },
};
