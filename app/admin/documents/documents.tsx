import type { MetaFunction } from "react-router";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Library } from "./library.tsx";
import { RecentUploads } from "./recent-uploads.tsx";
import { UploadForm } from "./upload-form.tsx";

export const meta: MetaFunction = () => pageMeta("Documents");

export default function Documents() {
  return (
    <>
      <PageHeader title="Documents" subtitle="Files shared with clients." />
      <div className="mb-12 grid items-start gap-6 xl:grid-cols-2">
        <UploadForm />
        <RecentUploads />
      </div>
      <Library />
    </>
  );
}
