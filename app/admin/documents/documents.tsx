import { useQuery } from "@tanstack/react-query";
import type { MetaFunction } from "react-router";
import { documentSettingsQuery, recentUploadsQuery } from "#app/api/admin/documents.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Library } from "./library.tsx";
import { RecentUploads } from "./recent-uploads.tsx";
import { UploadForm } from "./upload-form.tsx";

export const meta: MetaFunction = () => pageMeta("Documents");

export default function Documents() {
  const { data: settings } = useQuery(documentSettingsQuery());
  const { data: uploads } = useQuery(recentUploadsQuery());
  // The empty state refers to the form above it.
  const isEmpty = uploads?.length === 0;
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
      <div className={classNames("mb-12 grid items-start gap-6", !isEmpty && "xl:grid-cols-2")}>
        <UploadForm />
        <RecentUploads />
      </div>
      <Library />
    </>
  );
}
