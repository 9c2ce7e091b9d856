import type { ContactInquiry } from "#domain/contact-inquiry.ts";
import type { Query } from "#server/database.ts";

type DemonstrationInquiry = ContactInquiry & {
  reference: string;
  hoursAgo: number;
  answeredHoursAgo?: number;
};

/** One that is fresh, one whose day is nearly over, one that was answered. */
const INQUIRIES: readonly DemonstrationInquiry[] = [
  {
    reference: "WL-DEMO-0003",
    name: "Renata Kovač",
    email: "renata.kovac@harborline-bank.example",
    company: "Harborline Bank",
    serviceInterest: "AI Security Assessment",
    message:
      "We are about to give an assistant to 400 advisers. What would an assessment look like, and how soon could it start?",
    hoursAgo: 2,
  },
  {
    reference: "WL-DEMO-0002",
    name: "Samuel Adeyemi",
    email: "s.adeyemi@civic-records.example",
    company: "Civic Records Office",
    serviceInterest: "AI Security Governance",
    message:
      "Our auditors ask for a register of models and their owners. Is that something you set up with a team of two?",
    hoursAgo: 21,
  },
  {
    reference: "WL-DEMO-0001",
    name: "Lea Brandt",
    email: "lea.brandt@feldwerk.example",
    company: "Feldwerk",
    serviceInterest: "General Inquiry",
    message: "Could one of your people speak about prompt injection at our engineering day in spring?",
    hoursAgo: 70,
    answeredHoursAgo: 63,
  },
];

/** Puts inquiries into the demonstration's inbox; none where there are some. */
export async function insertInquiries(query: Query, now: Date): Promise<void> {
  const [known] = await query("select 1 from public.contact_inquiries limit 1");
  if (known) return;
  const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  for (const { answeredHoursAgo, ...inquiry } of INQUIRIES)
    await query(
      `insert into public.contact_inquiries
         (reference, name, email, company, service_interest, message, state, created_at, answered_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        inquiry.reference,
        inquiry.name,
        inquiry.email,
        inquiry.company,
        inquiry.serviceInterest,
        inquiry.message,
        answeredHoursAgo === undefined ? "new" : "answered",
        hoursBefore(inquiry.hoursAgo),
        answeredHoursAgo === undefined ? null : hoursBefore(answeredHoursAgo),
      ],
    );
}
