import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type DocumentRow, documentVersions } from "#app/api/documents.ts";
import type { House } from "#app/api/house.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { isDownloadable, scanState } from "#domain/document-scan.ts";
import { documentFacts } from "./document-facts.ts";
import { DownloadButton } from "./download-button.tsx";

type VersionListProps = {
  house: House;
  document: DocumentRow;
  /** What else can be done with a version. */
  actions?: (version: DocumentRow) => ReactNode;
};

/** Every version of a document, each to be had as long as it is not deleted. */
export function VersionList({ house, document, actions }: VersionListProps) {
  const versions = useQuery(documentVersions(house, document));
  return (
    <section aria-labelledby="document-versions">
      <h3 id="document-versions" className="mb-2 text-16">
        Versions
      </h3>
      <Loaded
        query={versions}
        failed="The versions could not be loaded."
        loading={<Loading text="Loading versions..." rows={1} />}
      >
        {(list) => (
          <ul className="divide-y divide-line border-line border-y">
            {list.map((version) => {
              const { label, tone } = scanState(version.scan_state);
              return (
                <li key={version.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-14">
                  <p className="min-w-0 flex-1 basis-48">
                    Version {version.version}
                    <span className="block text-13 text-muted">{documentFacts(version)}</span>
                  </p>
                  {!isDownloadable(version) && <Badge tone={tone}>{label}</Badge>}
                  <DownloadButton house={house} document={version} />
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
