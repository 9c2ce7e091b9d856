import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { openPdf, type Pdf } from "./pdf.ts";

export type PdfPagesProps = { name: string; bytes: Blob };

/** Shows one page of a PDF at a time, with its text for screen readers. */
export function PdfPages({ name, bytes }: PdfPagesProps) {
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [page, setPage] = useState(1);
  const [pageText, setPageText] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const pendingPdf = openPdf(bytes);
    pendingPdf.then(setPdf, () => setIsBroken(true));
    return () => {
      pendingPdf.then((opened) => opened.close()).catch(() => {});
    };
  }, [bytes]);

  useEffect(() => {
    if (pdf && canvas.current) {
      pdf
        .draw(page, canvas.current, canvas.current.parentElement?.clientWidth ?? 0)
        .then(setPageText, () => setIsBroken(true));
    }
  }, [pdf, page]);

  if (isBroken) {
    return <p className="text-14 text-muted">Preview isn't available. Download the PDF instead.</p>;
  }
  const pageCount = pdf?.pageCount ?? 1;
  const pageLabel = `Page ${page} of ${pageCount}`;
  return (
    <section aria-label={`Preview of ${name}`}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={pageLabel}
        className="mx-auto max-h-[60dvh] max-w-full rounded-small border border-line bg-raised"
      />
      <p className="sr-only">{pageText}</p>
      {pageCount > 1 && (
        <div className="mt-2 flex items-center justify-between gap-3">
          <PageButton target={page - 1} pageCount={pageCount} onChange={setPage}>
            Previous
          </PageButton>
          <p role="status" className="tabular text-13 text-muted">
            {pageLabel}
          </p>
          <PageButton target={page + 1} pageCount={pageCount} onChange={setPage}>
            Next
          </PageButton>
        </div>
      )}
    </section>
  );
}

type PageButtonProps = {
  target: number;
  pageCount: number;
  onChange: (page: number) => void;
  children: string;
};

/** Uses aria-disabled on the first and last page, because a disabled button would lose focus. */
function PageButton({ target, pageCount, onChange, children }: PageButtonProps) {
  const isInRange = target >= 1 && target <= pageCount;
  return (
    <Button
      size="small"
      aria-disabled={!isInRange}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
      onClick={() => isInRange && onChange(target)}
    >
      {children}
    </Button>
  );
}
