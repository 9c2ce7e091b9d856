import type { Verification } from "#domain/findings/report/verification.ts";

/** The file that is looked up by its hash, for the page that shows the result. */
const CHECKED_FILE_KEY = "checked_file";
const VALID_STATUSES: ReadonlySet<string> = new Set<Verification["status"]>(["valid", "accepted"]);

type FileVerdict = {
  /** The hash of the document on the page, or null if the page shows none. */
  issuedHash: string | null;
  /** Shows whether the file with this hash is the document, and moves the focus there. */
  show: (name: string, hash: string) => void;
  /** Hides the verdict on an earlier file, and a document that looks valid next to a file that could not be checked. */
  hide: () => void;
};

/**
 * Shows one verdict on the code and the file. If the file is the document, its card names the file. Otherwise, another card
 * replaces it, because a document with a copied code must not look valid.
 */
export function createFileVerdict(): FileVerdict {
  const card = document.querySelector<HTMLElement>("[data-verification]:not([hidden])");
  const issuedHash = card?.querySelector("[data-letter='sha256']")?.textContent ?? null;
  const mismatch = document.querySelector<HTMLElement>("[data-file-mismatch]");

  const update = (outcome: "none" | "match" | "mismatch", name: string) => {
    if (!card || !mismatch) {
      return;
    }
    card.hidden = outcome === "mismatch";
    mismatch.hidden = outcome !== "mismatch";
    setHidden("[data-if-match]", outcome !== "match");
    setHidden("[data-unless-match]", outcome === "match");
    markChecked(outcome !== "none");
    setText("[data-file-name]", name);
  };
  if (card && mismatch) {
    setText(
      "[data-file-mismatch] [data-code]",
      card.querySelector("[data-letter='code']")?.textContent ?? "",
    );
    setText(
      "[data-file-mismatch] [data-kind]",
      card.dataset.verification === "accepted" ? "proposal" : "letter",
    );
  }
  if (card?.dataset.verification === "unknown_file") {
    markChecked(true);
  }
  const checkedName = readFileName(new URLSearchParams(window.location.search).get("code"));
  if (card && checkedName !== null) {
    if (issuedHash === null) {
      setText("[data-file-name]", checkedName);
    } else {
      update("match", checkedName);
    }
  }
  if (card) {
    focusCard(card);
  }
  return {
    issuedHash,
    show(name, hash) {
      const isMatch = hash === issuedHash;
      update(isMatch ? "match" : "mismatch", name);
      const shown = isMatch ? card : mismatch;
      if (shown) {
        focusCard(shown);
      }
    },
    hide() {
      if (card && issuedHash !== null) {
        update("none", "");
        card.hidden = VALID_STATUSES.has(card.dataset.verification ?? "");
      }
    },
  };
}

/** Stores the name of a file for the page that its hash opens. The name is not sent. */
export function rememberFile(name: string, hash: string): void {
  try {
    sessionStorage.setItem(CHECKED_FILE_KEY, JSON.stringify([hash, name]));
  } catch {
    // Without storage, the page does not name the file.
  }
}

/**
 * Returns the name of the file with this hash if it was just checked, otherwise null. Removes it, so that opening the
 * page again does not look like another check.
 */
function readFileName(hash: string | null): string | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(CHECKED_FILE_KEY) ?? "null");
    sessionStorage.removeItem(CHECKED_FILE_KEY);
    return Array.isArray(stored) && stored[0] === hash && typeof stored[1] === "string" ? stored[1] : null;
  } catch {
    return null;
  }
}

/** Screen readers announce the heading. */
function focusCard(card: HTMLElement): void {
  card.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

/** After a check, the section offers to check another file. */
function markChecked(isChecked: boolean): void {
  setHidden("[data-if-checked]", !isChecked);
  setHidden("[data-unless-checked]", isChecked);
}

function setHidden(selector: string, isHidden: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    element.hidden = isHidden;
  }
}

function setText(selector: string, text: string): void {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    element.textContent = text;
  }
}
