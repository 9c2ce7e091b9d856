import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Area } from "#app/api/client/area.ts";
import { type DocumentRow, documentVersionsQuery } from "#app/api/shared/documents.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { isDownloadable, scanStatusBadge } from "#domain/documents/document-scan.ts";
import { formatDocumentDetails } from "./document-details.ts";
import { DownloadButton } from "./download-button.tsx";

type VersionListProps = {
  area: Area;
  document: DocumentRow;
  /** Additional actions for a version. */
  actions?: (version: DocumentRow) => ReactNode;
};

/** List of a document's versions, excluding deleted ones. */
export function VersionList({ area, document, actions }: VersionListProps) {
  const versions = useQuery(documentVersionsQuery(area, document));
  return (
    <section aria-labelledby="document-versions">
      <h3 id="document-versions" className="mb-2 text-16">
        Versions
      </h3>
      <Loaded
        query={versions}
        errorMessage="We couldn't load the versions."
        loading={<Loading text="Loading versions..." rows={1} />}
      >
        {(list) => (
          <ul className="divide-y divide-line border-line border-y">
            {list.map((version) => {
              const { label, tone } = scanStatusBadge(version.scan_status);
              return (
                <li key={version.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-14">
                  <p className="min-w-0 flex-1 basis-48">
                    Version {version.version}
                    <span className="block text-13 text-muted">{formatDocumentDetails(version)}</span>
                  </p>
                  {!isDownloadable(version) && <Badge tone={tone}>{label}</Badge>}
                  <DownloadButton area={area} document={version} />
                  {actions?.(version)}
                </li>
              );
            })}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
