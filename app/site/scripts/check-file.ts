import { VERIFY_PATH } from "#domain/findings/report/verification.ts";
import { createFileVerdict, rememberFile } from "./file-verdict.ts";

/** The largest file that the page reads. A letter has about 50 KB. */
const MAX_BYTES = 50 * 1024 * 1024;
const PDF_START = "%PDF-";

/**
 * Checks a chosen or dropped file without uploading it. If the page shows a document, compares the hashes. Otherwise, looks up
 * the document by the hash.
 */
export function initCheckFile(): void {
  const section = document.querySelector<HTMLElement>("[data-check-file]");
  const area = section?.querySelector<HTMLElement>("[data-drop-area]");
  const input = section?.querySelector("input");
  const progress = section?.querySelector<HTMLElement>("[data-file-progress]");
  const problem = section?.querySelector<HTMLElement>("[data-file-problem]");
  const problemText = problem?.querySelector("p");
  if (!section || !area || !input || !progress || !problem || !problemText) {
    return;
  }
  const verdict = createFileVerdict();
  // Browsers compute hashes only on pages that are served over https or from localhost.
  if (!("subtle" in crypto)) {
    section.hidden = true;
    return;
  }
  let checkCount = 0;
  const showProblem = (text: string) => {
    verdict.hide();
    progress.textContent = "";
    problem.hidden = false;
    problemText.textContent = text;
  };
  const check = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    checkCount += 1;
    const currentCheck = checkCount;
    problem.hidden = true;
    progress.textContent = `Checking ${file.name}…`;
    const defect =
      file.size > MAX_BYTES ? "is larger than 50 MB" : (await isPdf(file)) ? null : "isn't a PDF";
    const hash = defect ? null : await computeHash(file);
    if (currentCheck !== checkCount) {
      // A newer file replaced this one.
      return;
    }
    if (defect) {
      showProblem(`${file.name} ${defect}. Choose the PDF of a letter or proposal.`);
      return;
    }
    if (hash === null) {
      showProblem(`We couldn't read ${file.name}. Choose it again.`);
      return;
    }
    if (verdict.issuedHash === null) {
      rememberFile(file.name, hash);
      window.location.assign(`${VERIFY_PATH}?code=${hash}`);
      return;
    }
    progress.textContent = "";
    verdict.show(file.name, hash);
  };
  input.addEventListener("change", async () => {
    await check(input.files?.[0]);
    // The same file can be chosen again after it changed.
    input.value = "";
  });
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.dataset.over = "true";
  });
  area.addEventListener("dragleave", () => {
    area.dataset.over = "false";
  });
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    area.dataset.over = "false";
    void check(event.dataTransfer?.files[0]);
  });
}

/** Whether the file starts like a PDF, or cannot be read. */
async function isPdf(file: File): Promise<boolean> {
  try {
    return (await file.slice(0, PDF_START.length).text()) === PDF_START;
  } catch {
    return true;
  }
}

/** Returns null if the file cannot be read. */
async function computeHash(file: File): Promise<string | null> {
  try {
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return null;
  }
}
