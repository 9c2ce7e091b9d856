import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { pageMeta } from "../page-meta.ts";
import { breadcrumbs } from "../structured-data.ts";
import { type Clause, LegalPage } from "./legal-page.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `Terms of Service – ${brand.name}`,
    description: `The terms on which ${brand.name} provides AI assessment, readiness and engineering consulting.`,
    path: "/terms-of-service",
    preview: "Terms of Service",
    things: [breadcrumbs("Terms of Service", "/terms-of-service")],
  });

const clauses: readonly Clause[] = [
  {
    title: "Who we are and what we do",
    text: (
      <>
        <p>
          {brand.name} provides AI assessment, readiness and engineering consulting to businesses. These terms
          apply to this website, the client portal and, together with the statement of work you sign, to our
          services. Where the two differ, the statement of work decides.
        </p>
      </>
    ),
  },
  {
    title: "Who may use our services",
    text: (
      <>
        <p>
          You must be at least 18 years old and act for a business. We do not serve clients under 18. You may
          use the client portal only with the account made for you.
        </p>
      </>
    ),
  },
  {
    title: "Your account",
    text: (
      <>
        <p>
          Keep your password to yourself, tell us at once if someone else may know it, and keep your contact
          details current. What is done with your account counts as done by you until you tell us. We may
          suspend an account that endangers the service or others.
        </p>
      </>
    ),
  },
  {
    title: "Testing needs permission",
    text: (
      <>
        <p>
          Security testing happens within the scope, the time and on the systems that you authorize in
          writing. You confirm that you may give that permission. Outside it, nobody may probe, overload or
          copy this service.
        </p>
      </>
    ),
  },
  {
    title: "Fees and payment",
    text: (
      <>
        <p>
          Fees are stated in the statement of work, the rate card or the plan you choose, in US dollars.
          Invoices are due on their date. Plans are billed monthly and can be cancelled at any time with
          effect from the end of the paid month.
        </p>
      </>
    ),
  },
  {
    title: "Who owns the results",
    text: (
      <>
        <p>
          Reports, code and other deliverables become yours when they are paid. Our methods, tools and general
          knowledge stay ours; you may use what of them is part of a deliverable, for your own business,
          without limit of time.
        </p>
      </>
    ),
  },
  {
    title: "Confidentiality",
    text: (
      <>
        <p>
          Each side keeps the other’s confidential information secret, uses it only for the engagement and
          protects it as carefully as its own. This lasts beyond the end of the engagement.
        </p>
      </>
    ),
  },
  {
    title: "Warranty and liability",
    text: (
      <>
        <p>
          We work with professional care. No assessment can prove that a system has no weakness, and we do not
          promise that. As far as the law allows, neither side is liable for indirect loss, and our liability
          is limited to the fees paid in the twelve months before the claim.
        </p>
      </>
    ),
  },
  {
    title: "Ending",
    text: (
      <>
        <p>
          Either side may end an engagement as its statement of work provides, or at once when the other
          breaks these terms and does not mend it within 30 days. What has been delivered until then is paid.
        </p>
      </>
    ),
  },
  {
    title: "Governing law",
    text: (
      <>
        <p>
          These terms are governed by the law of the State of California, without its rules on conflict of
          laws. The courts of California decide disputes.
        </p>
      </>
    ),
  },
  {
    title: "Changes",
    text: (
      <>
        <p>
          When these terms change, the date above changes with them. Clients are told beforehand; the version
          in force when a statement of work was signed applies to it.
        </p>
      </>
    ),
  },
];

export default function TermsOfService() {
  return <LegalPage title="Terms of Service" clauses={clauses} />;
}
