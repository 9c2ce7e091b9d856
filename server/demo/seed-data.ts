/** A client of the demo firm, who is also a customer in the simulated Square. */
export type DemoClient = {
  company: string;
  contactPerson: string;
  email: string;
  phone: string;
  address: string;
  /** Relative to the first start, and before the client's first invoice. */
  joinedDaysAgo: number;
};

/** The administrator's email address if ADMIN_EMAIL is not set. */
export const DEMO_ADMIN_EMAIL = "owner@wardline.example";

/** A second member of the first client, who requests risk acceptances. No sign-in is printed. */
export const DEMO_ENGINEER = {
  name: "Devon Price",
  email: "devon.price@meridian-health.example",
  /** Relative to the first start. The client's first access review is due after 90 days. */
  joinedDaysAgo: 75,
};

/** The sign-ins of the first two clients are printed at startup. The others fill the lists in the admin area. */
export const DEMO_CLIENTS: readonly DemoClient[] = [
  {
    company: "Meridian Health Systems",
    contactPerson: "Amara Osei",
    email: "amara.osei@meridian-health.example",
    phone: "+1 415 555 0134",
    address: "480 Harbor Street, San Francisco, CA 94107",
    joinedDaysAgo: 410,
  },
  {
    company: "Calder & Finch Capital",
    contactPerson: "Jonas Lindqvist",
    email: "jonas.lindqvist@calderfinch.example",
    phone: "+1 212 555 0182",
    address: "55 Pearl Street, New York, NY 10004",
    joinedDaysAgo: 330,
  },
  {
    company: "Northgate Logistics",
    contactPerson: "Priya Raman",
    email: "priya.raman@northgate-logistics.example",
    phone: "+1 312 555 0119",
    address: "1200 West Lake Street, Chicago, IL 60607",
    joinedDaysAgo: 640,
  },
  {
    company: "Tessellate Robotics",
    contactPerson: "Hana Sato",
    email: "hana.sato@tessellate-robotics.example",
    phone: "+1 650 555 0157",
    address: "2 Foundry Way, Redwood City, CA 94063",
    joinedDaysAgo: 460,
  },
  {
    company: "Blue Ledger Insurance",
    contactPerson: "Marcus Whitfield",
    email: "marcus.whitfield@blueledger.example",
    phone: "+1 860 555 0141",
    address: "90 State House Square, Hartford, CT 06103",
    joinedDaysAgo: 735,
  },
  {
    company: "Orchard Public Schools Consortium for Responsible Artificial Intelligence",
    contactPerson: "Dr. Guadalupe Fernández-Montenegro",
    email: "g.fernandez-montenegro@orchard-schools.example",
    phone: "+1 503 555 0166",
    address: "15 Alder Avenue, Portland, OR 97205",
    joinedDaysAgo: 210,
  },
  {
    company: "Kestrel Aerospace",
    contactPerson: "Tom Brannigan",
    email: "tom.brannigan@kestrel-aero.example",
    phone: "+1 206 555 0123",
    address: "700 Boeing Access Road, Seattle, WA 98108",
    joinedDaysAgo: 380,
  },
  {
    company: "Saltmarsh Energy",
    contactPerson: "Ingrid Vold",
    email: "ingrid.vold@saltmarsh-energy.example",
    phone: "+1 713 555 0175",
    address: "3 Refinery Row, Houston, TX 77002",
    joinedDaysAgo: 60,
  },
];

/** The demo's support plans. Prices are in dollars per month. */
export const DEMO_TIERS = [
  {
    name: "Watch",
    monthlyPrice: 950,
    features: [
      "Monthly model risk review",
      "Email support within two business days",
      "Quarterly threat briefing",
    ],
    isPopular: false,
  },
  {
    name: "Guard",
    monthlyPrice: 2400,
    features: [
      "Everything in Watch",
      "Monthly red-team exercise",
      "Support within one business day",
      "Policy and control updates",
    ],
    isPopular: true,
  },
  {
    name: "Shield",
    monthlyPrice: 5200,
    features: [
      "Everything in Guard",
      "Named security engineer",
      "Incident support within four hours",
      "Release reviews before each launch",
    ],
    isPopular: false,
  },
  {
    name: "Bastion",
    monthlyPrice: 11500,
    features: [
      "Everything in Shield",
      "Continuous adversarial testing",
      "Board reporting",
      "Two on-site days each quarter",
    ],
    isPopular: false,
  },
] as const;
