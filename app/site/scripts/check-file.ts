import { VERIFY_PATH } from "#domain/findings/report/verification.ts";

/** The largest file that the page reads. A letter has about 50 KB. */
const MAX_BYTES = 50 * 1024 * 1024;
const PDF_START = "%PDF-";

type Result = { text: string; tone: "positive" | "negative" };

/**
 * Checks a chosen or dropped file without uploading it. If the page shows a document, compares the hashes. Otherwise, looks up
 * the document by the hash.
 */
export function initCheckFile(): void {
  const section = document.querySelector<HTMLElement>("[data-check-file]");
  const area = section?.querySelector<HTMLElement>("[data-drop-area]");
  const input = section?.querySelector("input");
  const message = section?.querySelector<HTMLElement>("[data-file-result]");
  if (!section || !area || !input || !message) {
    return;
  }
  // Browsers compute hashes only on pages that are served over https or from localhost.
  if (!("subtle" in crypto)) {
    section.hidden = true;
    return;
  }
  const check = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    const problem =
      file.size > MAX_BYTES ? "is larger than 50 MB" : (await isPdf(file)) ? null : "isn't a PDF";
    if (problem) {
      message.textContent = `${file.name} ${problem}. Choose the PDF of a letter or proposal.`;
      message.dataset.tone = "negative";
      return;
    }
    message.textContent = `Checking ${file.name}…`;
    delete message.dataset.tone;
    const hash = await computeHash(file);
    const issuedHash = getIssuedHash();
    if (hash !== null && issuedHash === null) {
      window.location.assign(`${VERIFY_PATH}?code=${hash}`);
      return;
    }
    const { text, tone } = compare(file.name, hash, issuedHash);
    message.textContent = text;
    message.dataset.tone = tone;
  };
  input.addEventListener("change", () => void check(input.files?.[0]));
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

/** The hash of the document on the page, or null if the page shows none. */
function getIssuedHash(): string | null {
  const hash = document.querySelector("[data-verification]:not([hidden]) [data-letter='sha256']");
  return hash?.textContent ?? null;
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

function compare(name: string, hash: string | null, issuedHash: string | null): Result {
  if (hash === null) {
    return { text: `We couldn't read ${name}. Choose it again.`, tone: "negative" };
  }
  return hash === issuedHash
    ? { text: `${name} is the document we issued. It hasn't been changed.`, tone: "positive" }
    : { text: `${name} isn't the document with this code. Don't rely on it.`, tone: "negative" };
}
