import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { DOWNLOAD_LOG_RETENTION_MONTHS, monthsWords } from "#domain/retention.ts";
import { KeptFor } from "../kept-for.tsx";
import { pageMeta } from "../page-meta.ts";
import { breadcrumbs } from "../structured-data.ts";
import { type Clause, LegalPage } from "./legal-page.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `Privacy Policy – ${brand.name}`,
    description: `What ${brand.name} collects, why, with whom it is shared, how it is secured and what you can ask of us.`,
    path: "/privacy-policy",
    preview: "Privacy Policy",
    things: [breadcrumbs("Privacy Policy", "/privacy-policy")],
  });

const clauses: readonly Clause[] = [
  {
    title: "What this covers",
    text: (
      <>
        <p>
          This policy tells what {brand.name} does with personal information on this website and in its client
          portal. It does not cover sites we link to.
        </p>
      </>
    ),
  },
  {
    title: "What we collect",
    text: (
      <>
        <ul>
          <li>
            What you send us: your name, e-mail address, company, the service you ask about and your message.
          </li>
          <li>
            What a client relationship needs: contact details, projects, bookings, invoices, documents and
            messages in the client portal.
          </li>
          <li>
            What running the service needs: sign-in attempts with their time, network address and browser, and
            the technical log of requests.
          </li>
        </ul>
        <p>We do not buy information about you, and we do not build advertising profiles.</p>
      </>
    ),
  },
  {
    title: "How we use it",
    text: (
      <>
        <p>
          To answer you, to deliver and bill the services you ordered, to keep accounts secure, and to meet
          our legal duties. We do not use your information for automated decisions about you, and we do not
          train models with it.
        </p>
      </>
    ),
  },
  {
    title: "With whom we share it",
    text: (
      <>
        <p>
          Only with the providers that carry out a part of our work, each bound to use it for that part alone:
          the hosting of this service, the delivery of e-mail, and the payment provider that issues and
          settles invoices. Beyond that, only where the law obliges us. We never sell personal information.
        </p>
      </>
    ),
  },
  {
    title: "How we secure it",
    text: (
      <>
        <p>
          Connections are encrypted. Access inside {brand.name} is limited to those who need it. The database
          itself decides which client sees which row, credentials of our providers are sealed, and sign-in
          attempts are recorded. No system is perfectly safe; if a breach concerns you, we tell you without
          undue delay.
        </p>
      </>
    ),
  },
  {
    title: "How long we keep it",
    text: (
      <>
        <p>
          An inquiry sent through the contact form is deleted from this service <KeptFor what="inquiries" />{" "}
          after it arrived, with the mail about it. Attempts to sign in are deleted after{" "}
          <KeptFor what="attempts" />, the log of who downloaded a document after{" "}
          {monthsWords(DOWNLOAD_LOG_RETENTION_MONTHS)}. Records of a client relationship are kept for its
          length and for as long afterwards as tax and professional rules ask.
        </p>
      </>
    ),
  },
  {
    title: "Your rights",
    text: (
      <>
        <p>
          You may ask what we hold about you, have it corrected or deleted, receive a copy, or object to a use
          of it. Residents of California have these rights under the California Consumer Privacy Act and are
          not treated differently for using them. Write to the address below; we answer within 30 days.
        </p>
      </>
    ),
  },
  {
    title: "Cookies and storage in your browser",
    text: (
      <>
        <p>
          The public pages set no cookies and load nothing from other companies, with one exception: where a
          form shows a check against automated messages, the check comes from its provider, and only once you
          begin to fill in the form. The client portal and the administration keep your sign-in in your
          browser's storage, with a cookie that marks the browser session, because they could not work
          otherwise.
        </p>
      </>
    ),
  },
  {
    title: "Children under 18",
    text: (
      <>
        <p>
          Our services are for businesses. We do not serve people under 18 and do not knowingly collect
          information about them. If we learn that we have, we delete it.
        </p>
      </>
    ),
  },
  {
    title: "Changes",
    text: (
      <>
        <p>
          When this policy changes, the date above changes with it, and clients are told of what matters to
          them.
        </p>
      </>
    ),
  },
];

export default function PrivacyPolicy() {
  return <LegalPage title="Privacy Policy" clauses={clauses} />;
}
