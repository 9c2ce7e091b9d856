import type { Area } from "#app/api/client/area.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { SignedPdfButton } from "./signed-pdf-button.tsx";

type AcceptanceCardProps = { area: Area; acceptance: NonNullable<Proposal["acceptance"]> };

/** Who accepted a proposal, when and how, with the signed PDF. */
export function AcceptanceCard({ area, acceptance }: AcceptanceCardProps) {
  const details = [
    { label: "Signed by", value: `${acceptance.signer_name}, ${acceptance.signer_title}` },
    { label: "Company", value: acceptance.company },
    { label: "Email", value: acceptance.signer_email },
    { label: "Accepted", value: formatInstant(acceptance.accepted_at) },
    { label: "Total", value: formatDollars(toCents(acceptance.total)) },
    { label: "Version", value: String(acceptance.version) },
    {
      label: "Sign-in",
      value: acceptance.assurance_level === "aal2" ? "Password and second factor" : "Password",
    },
    { label: "Code", value: <span className="font-mono">{acceptance.code}</span> },
  ];
  return (
    <Card aria-labelledby="acceptance">
      <CardHeader
        title={<span id="acceptance">Acceptance</span>}
        subtitle={acceptance.document_id ? undefined : "We're preparing the signed PDF"}
        action={
          // Clients download it from their next steps.
          area === "admin" &&
          acceptance.document_id && <SignedPdfButton area={area} documentId={acceptance.document_id} />
        }
      />
      <dl className="grid gap-2 text-14">
        {details.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="shrink-0 text-13 text-muted">{label}</dt>
            <dd className="tabular min-w-0 wrap-anywhere text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The time in the firm's time zone, as in the PDF. */
function formatInstant(at: string): string {
  const time = new Date(at).toLocaleString("en-US", {
    timeZone: brand.timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  return `${time}, ${formatTimeZone(brand.timeZone)}`;
}
