import { useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { openPdf, type Pdf } from "./pdf.ts";

export type PdfPagesProps = { name: string; bytes: Blob };

/** The pages of a PDF, one at a time, with their words for screen readers. */
export function PdfPages({ name, bytes }: PdfPagesProps) {
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [page, setPage] = useState(1);
  const [words, setWords] = useState("");
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const opening = openPdf(bytes);
    opening.then(setPdf, () => setIsBroken(true));
    return () => {
      opening.then((opened) => opened.close()).catch(() => {});
    };
  }, [bytes]);

  useEffect(() => {
    if (pdf && canvas.current)
      pdf
        .draw(page, canvas.current, canvas.current.parentElement?.clientWidth ?? 0)
        .then(setWords, () => setIsBroken(true));
  }, [pdf, page]);

  if (isBroken) return <p className="text-14 text-muted">This PDF cannot be shown here, only downloaded.</p>;
  const pageCount = pdf?.pageCount ?? 1;
  const where = `Page ${page} of ${pageCount}`;
  return (
    <section aria-label={`Preview of ${name}`}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={where}
        className="mx-auto max-h-[60dvh] max-w-full rounded-small border border-line bg-raised"
      />
      <p className="sr-only">{words}</p>
      {pageCount > 1 && (
        <div className="mt-2 flex items-center justify-between gap-3">
          <Turn to={page - 1} pageCount={pageCount} onTurn={setPage}>
            Previous
          </Turn>
          <p role="status" className="tabular text-13 text-muted">
            {where}
          </p>
          <Turn to={page + 1} pageCount={pageCount} onTurn={setPage}>
            Next
          </Turn>
        </div>
      )}
    </section>
  );
}

type TurnProps = { to: number; pageCount: number; onTurn: (page: number) => void; children: string };

/** At the first and the last page it does nothing, but keeps the focus, which a disabled button would lose. */
function Turn({ to, pageCount, onTurn, children }: TurnProps) {
  const isThere = to >= 1 && to <= pageCount;
  return (
    <Button
      size="small"
      aria-disabled={!isThere}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
      onClick={() => isThere && onTurn(to)}
    >
      {children}
    </Button>
  );
}
