import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import { attachmentsQuery, type Finding } from "#app/api/shared/findings.ts";
import { DownloadButton } from "#app/components/documents/download-button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { isDownloadable } from "#domain/documents/document-scan.ts";
import { TAXONOMIES, TAXONOMY_LABELS } from "#domain/findings/taxonomy.ts";
import { Markdown } from "./markdown.tsx";

/** The texts of a finding with their titles, by column. */
export const FINDING_SECTIONS = [
  ["description", "Description"],
  ["impact", "Impact"],
  // What to do comes before the sections that can be long.
  ["recommendation", "Recommendation"],
  ["evidence", "Evidence"],
  ["reproduction_steps", "Steps to reproduce"],
] as const;

/** The texts, documents and mappings of a finding. Leaves out empty sections. */
export function FindingContent({ area, finding }: { area: Area; finding: Finding }) {
  const attachments = useQuery(
    attachmentsQuery(
      area,
      finding.finding_attachments.map(({ document_id }) => document_id),
    ),
  );
  const sections = FINDING_SECTIONS.filter(([column]) => finding[column] !== "");
  return (
    <Card aria-label="Finding" className="grid gap-6">
      {sections.length === 0 && <p className="text-14 text-muted">No description yet.</p>}
      {sections.map(([column, title]) => (
        <ContentSection key={column} title={title}>
          <Markdown text={finding[column]} />
        </ContentSection>
      ))}
      {attachments.data && attachments.data.length > 0 && (
        <ContentSection title="Attachments">
          <ul className="grid gap-2">
            {attachments.data.map((document) => (
              <li key={document.id} className="flex flex-wrap items-center justify-between gap-3 text-14">
                <span className="wrap-anywhere">{document.name}</span>
                {isDownloadable(document) && <DownloadButton area={area} document={document} />}
              </li>
            ))}
          </ul>
        </ContentSection>
      )}
      <Mappings mappings={finding.finding_mappings} />
    </Card>
  );
}

function ContentSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-16">{title}</h2>
      {children}
    </section>
  );
}

function Mappings({ mappings }: { mappings: Finding["finding_mappings"] }) {
  if (mappings.length === 0) {
    return null;
  }
  return (
    <ContentSection title="Mappings">
      <dl className="grid gap-x-6 gap-y-2 text-14 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        {TAXONOMIES.map((taxonomy) => ({
          taxonomy,
          entries: mappings.filter((mapping) => mapping.taxonomy === taxonomy),
        }))
          .filter(({ entries }) => entries.length > 0)
          .map(({ taxonomy, entries }) => (
            <div key={taxonomy} className="contents">
              <dt className="text-muted">{TAXONOMY_LABELS[taxonomy]}</dt>
              <dd>
                <ul className="grid gap-1">
                  {entries.map(({ version, entry_id, name }) => (
                    <li key={`${version} ${entry_id}`}>
                      <span className="font-mono text-13">{entry_id}</span> {name}
                      {!entry_id.includes(version) && (
                        <span className="text-muted"> (version {version})</span>
                      )}
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          ))}
      </dl>
    </ContentSection>
  );
}
