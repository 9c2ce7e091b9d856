import { useEffect, useRef } from "react";
import { downloadFile } from "#app/components/download-file.ts";
import { Button } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Download, Printer } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";

type NewRecoveryCodesProps = { codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes, which cannot be shown again. */
export function NewRecoveryCodes({ codes, onClose }: NewRecoveryCodesProps) {
  const showToast = useToast();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast("Recovery codes copied");
    } catch {
      showToast("We couldn't copy the codes. Download them instead.", { tone: "negative" });
    }
  }

  function download() {
    const text = `${brand.name} recovery codes\n\nIf you lose your device, sign in with one of these codes instead. Each code works once.\n\n${codes.join("\n")}\n`;
    downloadFile("recovery-codes.txt", new Blob([text], { type: "text/plain;charset=utf-8" }));
  }

  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="new-recovery-codes" className="grid gap-4">
      <div>
        <h3 id="new-recovery-codes" className="text-16">
          Save your recovery codes
        </h3>
        <p className="mt-1 text-13 text-muted">
          If you lose your device, sign in with one of these codes instead. Each code works once.
        </p>
      </div>
      <Banner tone="warning">These codes are shown only once. Keep them where others can't see them.</Banner>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-small border border-line bg-page p-4 font-mono text-14 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="small" onClick={copy}>
          Copy
        </Button>
        <Button size="small" icon={<Download aria-hidden="true" className="size-4" />} onClick={download}>
          Download
        </Button>
        <Button
          size="small"
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => window.print()}
        >
          Print
        </Button>
        <Button size="small" tone="primary" className="ml-auto" onClick={onClose}>
          I've saved them
        </Button>
      </div>
    </section>
  );
}
