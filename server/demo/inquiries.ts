import type { ContactInquiry } from "#domain/inquiries/contact-inquiry.ts";
import type { Query } from "#server/database/database.ts";

type DemoInquiry = ContactInquiry & {
  reference: string;
  hoursAgo: number;
  reply?: { hoursAgo: number; author: string; message: string };
};

/** A new inquiry, an inquiry whose reply is almost due, and an inquiry with a reply. */
const INQUIRIES: readonly DemoInquiry[] = [
  {
    reference: "WL-DEMO-0003",
    name: "Renata Kovač",
    email: "renata.kovac@harborline-bank.example",
    company: "Harborline Bank",
    serviceInterest: "AI Security Assessment",
    message:
      "We're about to roll out an assistant to 400 advisers. What would an assessment look like, and how soon could you start?",
    hoursAgo: 2,
  },
  {
    reference: "WL-DEMO-0002",
    name: "Samuel Adeyemi",
    email: "s.adeyemi@civic-records.example",
    company: "Civic Records Office",
    serviceInterest: "AI Security Governance",
    message:
      "Our auditors require a register of models and their owners. Can you set one up with a team of two?",
    hoursAgo: 21,
  },
  {
    reference: "WL-DEMO-0001",
    name: "Lea Brandt",
    email: "lea.brandt@feldwerk.example",
    company: "Feldwerk",
    serviceInterest: "General Inquiry",
    message: "Could one of your engineers give a talk on prompt injection at our engineering day in spring?",
    hoursAgo: 70,
    reply: {
      hoursAgo: 63,
      author: "Maya Okafor",
      message:
        "Thank you for the invitation. Kenji gives a 45-minute talk on prompt injection with live examples. Which dates are you considering?",
    },
  },
];

/** Inserts the inquiries, unless the table already contains any. */
export async function insertInquiries(query: Query, now: Date): Promise<void> {
  const [existing] = await query("select 1 from public.contact_inquiries limit 1");
  if (existing) {
    return;
  }
  const hoursBefore = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  for (const { reply, ...inquiry } of INQUIRIES) {
    const repliedAt = reply ? hoursBefore(reply.hoursAgo) : null;
    const [stored] = await query(
      `insert into public.contact_inquiries
         (reference, name, email, company, service_interest, message, status, created_at, replied_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        inquiry.reference,
        inquiry.name,
        inquiry.email,
        inquiry.company,
        inquiry.serviceInterest,
        inquiry.message,
        reply ? "replied" : "new",
        hoursBefore(inquiry.hoursAgo),
        repliedAt,
      ],
    );
    if (stored && reply && repliedAt) {
      await query(
        "insert into public.inquiry_replies (inquiry_id, message, author, sent_at) values ($1, $2, $3, $4)",
        [stored.id, reply.message, reply.author, repliedAt],
      );
    }
  }
}
