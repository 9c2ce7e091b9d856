import { CircleX, FileSearch } from "#app/ui/icons.tsx";
import { toneClasses } from "#app/ui/tone.ts";

/**
 * Checks a PDF by its hash. scripts/check-file.ts computes the hash in the browser, and scripts/file-verdict.ts shows the
 * outcome in the card of the result.
 */
export function CheckFile() {
  const { border, text } = toneClasses("negative");
  return (
    <section data-check-file="" className="mt-10 noscript:hidden">
      <h2 className="text-22">
        Check <span data-unless-checked="">the</span>
        <span data-if-checked="" hidden>
          another
        </span>{" "}
        PDF
      </h2>
      <p className="mt-2 text-14 text-muted">
        <span data-unless-checked="">A code can be copied to another document, so also check the file. </span>
        It stays on your device: only its SHA-256 is compared.
      </p>
      <label
        data-drop-area=""
        className="mt-4 flex cursor-pointer flex-col items-center gap-3 rounded-medium border border-edge border-dashed bg-surface px-6 py-8 text-center transition-colors hover:border-muted has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent data-[over=true]:border-accent"
      >
        <FileSearch aria-hidden="true" className="size-6 text-muted" />
        <span>
          <span className="text-accent underline underline-offset-4">Choose a PDF</span>
          <span className="pointer-coarse:hidden"> or drop it here</span>
        </span>
        <input
          type="file"
          accept="application/pdf,.pdf"
          className="sr-only"
          aria-describedby="file-problem"
        />
      </label>
      <p role="status" data-file-progress="" className="wrap-anywhere mt-4 text-14 text-muted empty:hidden" />
      <div
        data-file-problem=""
        hidden
        className={`mt-4 flex gap-3 rounded-medium border bg-surface p-4 [&[hidden]]:hidden ${border}`}
      >
        <CircleX aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${text}`} />
        <p id="file-problem" role="alert" className="wrap-anywhere min-w-0" />
      </div>
    </section>
  );
}
