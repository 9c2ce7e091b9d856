import type { MetaFunction } from "react-router";
import { PageHead } from "#app/ui/page-head.tsx";
import { pageMeta } from "../shell/page-meta.ts";
import { Library } from "./library.tsx";
import { RecentUploads } from "./recent-uploads.tsx";
import { UploadForm } from "./upload-form.tsx";

export const meta: MetaFunction = () => pageMeta("Documents");

export default function Documents() {
  return (
    <>
      <PageHead title="Documents" context="What clients find in their document library." />
      <div className="mb-12 grid items-start gap-6 xl:grid-cols-2">
        <UploadForm />
        <RecentUploads />
      </div>
      <Library />
    </>
  );
}
