import { FileSearch } from "#app/ui/icons.tsx";

/** Checks a PDF by its hash. scripts/check-file.ts computes the hash in the browser. */
export function CheckFile() {
  return (
    <section data-check-file="" className="mt-10 noscript:hidden">
      <h2 className="text-22">Check the PDF</h2>
      <p className="mt-2 text-14 text-muted">
        A code can be copied to another document, so also check the file. It stays on your device: only its
        SHA-256 is compared.
      </p>
      <label
        data-drop-area=""
        className="mt-4 flex cursor-pointer flex-col items-center gap-3 rounded-medium border border-edge border-dashed bg-surface px-6 py-8 text-center transition-colors hover:border-muted has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent data-[over=true]:border-accent"
      >
        <FileSearch aria-hidden="true" className="size-6 text-muted" />
        <span>
          <span className="text-accent underline underline-offset-4">Choose a PDF</span> or drop it here
        </span>
        <input type="file" accept="application/pdf,.pdf" className="sr-only" aria-describedby="file-result" />
      </label>
      <p
        id="file-result"
        role="status"
        data-file-result=""
        className="wrap-anywhere mt-4 min-h-6 data-[tone=negative]:text-negative data-[tone=positive]:text-positive"
      />
    </section>
  );
}
