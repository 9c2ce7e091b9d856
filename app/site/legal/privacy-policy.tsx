import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { DOWNLOAD_LOG_RETENTION_MONTHS, formatMonths } from "#domain/firm/retention.ts";
import { pageMeta } from "../page-meta.ts";
import { RetentionPeriod } from "../retention-period.tsx";
import { createBreadcrumbNode } from "../structured-data.ts";
import { type Clause, LegalPage } from "./legal-page.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `Privacy Policy – ${brand.name}`,
    description: `What personal information ${brand.name} collects, why, who we share it with, how we protect it, and the rights you have.`,
    path: "/privacy-policy",
    previewText: "Privacy Policy",
    structuredData: [createBreadcrumbNode("Privacy Policy", "/privacy-policy")],
  });

const CLAUSES: readonly Clause[] = [
  {
    title: "Scope of this policy",
    text: (
      <p>
        This policy explains how {brand.name} handles personal information on this website and in its client
        portal. It does not cover other websites we link to.
      </p>
    ),
  },
  {
    title: "What we collect",
    text: (
      <>
        <ul>
          <li>Inquiries: the name, email address, company, service interest and message you send us.</li>
          <li>
            Consultations: the name, email address, company and topic you enter when you book a call, its time
            and your time zone.
          </li>
          <li>Client account data: contact details, projects, bookings, invoices, documents and messages.</li>
          <li>
            Service logs: sign-in attempts with their time, IP address and browser, document downloads, and
            technical request logs.
          </li>
        </ul>
        <p>We do not buy information about you or build advertising profiles.</p>
      </>
    ),
  },
  {
    title: "How we use it",
    text: (
      <p>
        We use personal information to respond to you, to deliver and bill for the services you order, to keep
        accounts secure, and to meet our legal obligations. We do not use it to train models or to make
        automated decisions about you.
      </p>
    ),
  },
  {
    title: "Who we share it with",
    text: (
      <p>
        We share personal information with providers that process it on our behalf (hosting, email delivery
        and payments) and where the law requires it. Each provider may use it only for that purpose. We never
        sell personal information.
      </p>
    ),
  },
  {
    title: "How we protect it",
    text: (
      <p>
        Connections are encrypted, and access within {brand.name} is limited to people who need it. Access
        rules are enforced in the database, provider credentials are encrypted, and sign-in attempts are
        logged. No system is perfectly secure; if a breach affects you, we will notify you without undue
        delay.
      </p>
    ),
  },
  {
    title: "How long we keep it",
    text: (
      <p>
        We delete inquiries, consultations and related email after <RetentionPeriod kind="inquiries" /> (for
        consultations, counted from the call), sign-in attempts after <RetentionPeriod kind="attempts" />, and
        download logs after {formatMonths(DOWNLOAD_LOG_RETENTION_MONTHS)}. We keep client records for the
        length of the engagement and as long afterward as tax and professional rules require.
      </p>
    ),
  },
  {
    title: "Your rights",
    text: (
      <p>
        You can ask for a copy of your information, ask us to correct or delete it, or object to how we use
        it. California residents have these rights under the California Consumer Privacy Act, and we do not
        discriminate against anyone who exercises them. Email us at the address below; we respond within 30
        days.
      </p>
    ),
  },
  {
    title: "Cookies and browser storage",
    text: (
      <p>
        Our public pages set no cookies and load nothing from other companies, with one exception: if spam
        protection is enabled on a form, it loads from its provider once you start typing. The client portal
        and admin area store your session in your browser, plus one session cookie. Both are strictly
        necessary.
      </p>
    ),
  },
  {
    title: "Children under 18",
    text: (
      <p>
        Our services are for businesses. We do not serve anyone under 18 and do not knowingly collect
        information from them. If we learn that we have, we delete it.
      </p>
    ),
  },
  {
    title: "Changes to this policy",
    text: <p>When we change this policy, we update the date above and notify clients of material changes.</p>,
  },
];

export default function PrivacyPolicy() {
  return <LegalPage title="Privacy Policy" clauses={CLAUSES} />;
}
