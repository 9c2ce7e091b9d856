import type { MetaFunction } from "react-router";
import { brand } from "#brand";
import { pageMeta } from "../page-meta.ts";
import { createBreadcrumbNode } from "../structured-data.ts";
import { type Clause, LegalPage } from "./legal-page.tsx";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `Terms of Service – ${brand.name}`,
    description: `The terms under which ${brand.name} provides AI assessment, readiness and engineering consulting.`,
    path: "/terms-of-service",
    previewText: "Terms of Service",
    structuredData: [createBreadcrumbNode("Terms of Service", "/terms-of-service")],
  });

const CLAUSES: readonly Clause[] = [
  {
    title: "Our services",
    text: (
      <p>
        {brand.name} provides AI assessment, readiness and engineering consulting to businesses. These terms
        apply to this website and the client portal and, together with the statement of work you sign, to our
        services. If they conflict, the statement of work prevails.
      </p>
    ),
  },
  {
    title: "Eligibility",
    text: (
      <p>
        You must be at least 18 years old and act on behalf of a business. We do not serve clients under 18.
        You may use the client portal only with the account we set up for you.
      </p>
    ),
  },
  {
    title: "Your account",
    text: (
      <p>
        Keep your password confidential and your contact details current, and notify us immediately if you
        believe someone else has access to your account. You are responsible for activity on your account
        until you notify us. We may suspend an account that puts the service or other clients at risk.
      </p>
    ),
  },
  {
    title: "Authorization to test",
    text: (
      <p>
        We perform security testing only within the scope, time frame and systems you authorize in writing.
        You confirm that you are entitled to authorize it. You may not otherwise probe, overload or copy this
        service.
      </p>
    ),
  },
  {
    title: "Fees and payment",
    text: (
      <p>
        Fees are stated in US dollars in your statement of work, your rate card or the plan you choose.
        Invoices are due on the date shown. Plans are billed monthly; you can cancel at any time, effective at
        the end of the paid month.
      </p>
    ),
  },
  {
    title: "Ownership of deliverables",
    text: (
      <p>
        You own reports, code and other deliverables once they are paid for. Our methods, tools and general
        knowledge remain ours. We grant you a perpetual license to use, in your own business, any of our
        materials included in a deliverable.
      </p>
    ),
  },
  {
    title: "Confidentiality",
    text: (
      <p>
        Each party keeps the other party's confidential information secret, uses it only for the engagement,
        and protects it with the same care as its own. This obligation survives the end of the engagement.
      </p>
    ),
  },
  {
    title: "Warranty and liability",
    text: (
      <p>
        We perform our services with professional care. No assessment can prove that a system has no
        vulnerabilities, and we make no such promise. To the extent permitted by law, neither party is liable
        for indirect or consequential damages, and our total liability is limited to the fees you paid in the
        twelve months before the claim.
      </p>
    ),
  },
  {
    title: "Termination",
    text: (
      <p>
        Either party may end an engagement as its statement of work provides, or immediately if the other
        breaches these terms and does not cure the breach within 30 days of notice. You pay for work delivered
        up to that point.
      </p>
    ),
  },
  {
    title: "Governing law",
    text: (
      <p>
        These terms are governed by the laws of the State of California, without regard to its
        conflict-of-laws rules. Disputes are heard in the courts of California.
      </p>
    ),
  },
  {
    title: "Changes to these terms",
    text: (
      <p>
        When we change these terms, we update the date above and notify clients in advance. Each statement of
        work is governed by the version in force when it was signed.
      </p>
    ),
  },
];

export default function TermsOfService() {
  return <LegalPage title="Terms of Service" clauses={CLAUSES} />;
}
