import type { MetaFunction } from "react-router";
import { assurances, subprocessors } from "#app/site/firm-facts.ts";
import { brand } from "#brand";
import { DOWNLOAD_LOG_RETENTION_MONTHS, formatMonths } from "#domain/firm/retention.ts";
import { pageMeta } from "../page-meta.ts";
import { RetentionPeriod } from "../retention-period.tsx";
import { createBreadcrumbNode } from "../structured-data.ts";
import { type Clause, LegalPage } from "./legal-page.tsx";

const LINK_CLASSES = "text-accent underline underline-offset-4";

export const meta: MetaFunction = () =>
  pageMeta({
    title: `Security – ${brand.name}`,
    description: `How ${brand.name} protects client data, how to report a vulnerability, and which companies process data for us.`,
    path: "/security",
    previewText: "Security",
    structuredData: [createBreadcrumbNode("Security", "/security")],
  });

const CLAUSES: readonly Clause[] = [
  {
    title: "Client data",
    text: (
      <ul>
        <li>Clients see only their own records. The database enforces this for every query.</li>
        <li>Connections use TLS. The site sets no tracking cookies and loads no analytics.</li>
        <li>You pay on Square's pages. Card numbers never reach our servers.</li>
        <li>
          Uploaded documents are checked for file type and active content. Each download requires a sign-in or
          a signed link that expires, and is logged.
        </li>
      </ul>
    ),
  },
  {
    title: "Staff access",
    text: (
      <ul>
        <li>
          After a staff member enrolls an authenticator app, a security key or a passkey, every sign-in to
          their account requires it, and the database returns nothing to a session without it.
        </li>
        <li>
          Our administrators see which accounts have a second factor and since when, and every sign-in
          attempt.
        </li>
        <li>Every change by our staff is recorded in an audit log, with the person and the time.</li>
      </ul>
    ),
  },
  {
    title: "Your account",
    text: (
      <ul>
        <li>Passwords are stored as bcrypt hashes. Second-factor secrets are encrypted.</li>
        <li>
          You can add an authenticator app, a security key or a passkey as a second factor. An owner can
          require one for everyone at your company, and the database enforces it from the next request.
        </li>
        <li>You can see where you're signed in and end any session.</li>
        <li>
          Repeated failed sign-ins lock your account temporarily. Our administrators can review the attempts.
        </li>
      </ul>
    ),
  },
  {
    title: "How long we keep data",
    text: (
      <>
        <ul>
          <li>
            Inquiries: <RetentionPeriod kind="inquiries" />
          </li>
          <li>
            Sign-in attempts: <RetentionPeriod kind="attempts" />
          </li>
          <li>Document downloads: {formatMonths(DOWNLOAD_LOG_RETENTION_MONTHS)}</li>
          <li>Project data: until you ask us to delete it, except what tax law requires us to keep</li>
        </ul>
        <p>
          You can ask us for a copy of your data, or to delete it, at any time. The{" "}
          <a href="/privacy-policy" className={LINK_CLASSES}>
            privacy policy
          </a>{" "}
          has the details.
        </p>
      </>
    ),
  },
  {
    title: "Subprocessors",
    text: <Subprocessors />,
  },
  {
    title: "Report a vulnerability",
    text: (
      <>
        <p>
          Email{" "}
          <a href={`mailto:${brand.securityEmail}?subject=Vulnerability%20report`} className={LINK_CLASSES}>
            {brand.securityEmail}
          </a>{" "}
          with the steps to reproduce it. We reply within 24 hours, keep you informed until it's fixed, and
          credit you if you like.
        </p>
        <ul>
          <li>In scope: this site, the client portal and their APIs.</li>
          <li>Use only accounts and data that are yours. Stop and tell us if you see anyone else's.</li>
          <li>Don't send floods of requests, spam or phishing messages, or test our providers.</li>
          <li>Give us 90 days before you publish. We won't take legal action over research in good faith.</li>
        </ul>
        <p>
          Our{" "}
          <a href="/.well-known/security.txt" className={LINK_CLASSES}>
            security.txt
          </a>{" "}
          has the same address for scanners and tools.
        </p>
      </>
    ),
  },
  ...(assurances.length > 0
    ? [
        {
          title: "Insurance and certifications",
          text: <DefinitionList entries={assurances.map(({ name, details }) => ({ name, text: details }))} />,
        },
      ]
    : []),
];

export default function Security() {
  return (
    <LegalPage
      title="Security"
      introduction={
        <p className="max-w-[60ch] text-18 text-muted">
          We ask clients for access to their most sensitive systems. This page describes how we protect what
          they give us.
        </p>
      }
      clauses={CLAUSES}
    />
  );
}

function Subprocessors() {
  return (
    <>
      <p>These companies process client data for us:</p>
      <DefinitionList
        entries={subprocessors.map(({ name, purpose, data, location }) => ({
          name,
          note: location,
          text: purpose,
          details: data,
        }))}
      />
    </>
  );
}

type Entry = { name: string; note?: string; text: string; details?: string };

function DefinitionList({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {entries.map(({ name, note, text, details }) => (
        <div key={name} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[12rem_1fr]">
          <dt className="font-medium text-text">
            {name}
            {note && <span className="block font-normal text-14 text-faint">{note}</span>}
          </dt>
          <dd>
            {text}
            {details && <span className="block text-14 text-faint">{details}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
