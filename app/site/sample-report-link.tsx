import { ArrowDown } from "#app/ui/icons.tsx";

export function SampleReportLink() {
  return (
    <a
      href="/sample-report.pdf"
      download=""
      className="inline-flex min-h-6 items-center gap-1.5 text-14 text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
    >
      <ArrowDown aria-hidden="true" className="size-4" />
      Download the sample report (PDF)
    </a>
  );
}
