import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MetaFunction } from "react-router";
import { documentSettingsQuery } from "#app/api/admin/documents.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { DocumentList } from "./document-list.tsx";
import { UploadForm } from "./upload-form.tsx";
import { useLibraryParams } from "./use-library-params.ts";
import { useRecentUploads } from "./use-recent-uploads.ts";

export const meta: MetaFunction = () => pageMeta("Documents");

export default function Documents() {
  const { data: settings } = useQuery(documentSettingsQuery());
  const { showsAll } = useLibraryParams();
  const { data: uploads } = useRecentUploads();
  const isEmpty = uploads?.total === 0;
  // A link to all or some of the documents shows them without scrolling. Later filters do not move the list.
  const [startsWithAll] = useState(showsAll);
  const form = <UploadForm key="form" />;
  const list = <DocumentList key="list" />;
  return (
    <>
      <PageHeader title="Documents" subtitle="Files shared with clients" />
      {settings?.scansUploads === false && (
        <div className="mb-6">
          <Banner tone="info">
            Files aren't scanned for malware. To turn on scanning, ask the person who runs your server to
            connect a virus scanner.
          </Banner>
        </div>
      )}
      <div className={classNames("grid items-start gap-6", !showsAll && !isEmpty && "xl:grid-cols-2")}>
        {/* The empty state refers to the form above it. */}
        {startsWithAll && showsAll && !isEmpty ? [list, form] : [form, list]}
      </div>
    </>
  );
}
