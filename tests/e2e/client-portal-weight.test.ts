import { readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ASSETS_DIR = fileURLToPath(new URL("../../build/client/assets/", import.meta.url));
const MAX_PORTAL_BYTES = 260 * 1024;
/** The chunk that loads only when a user opens a PDF's details. */
const PDF_RENDERER = /^pdf-pages-/;
/** The chunks that load only when an owner manages people. */
const PEOPLE_SCREENS = /^people-/;
/** The chunks that load only when a user opens a finding, with the Markdown parser. */
const FINDING_SCREEN = /^finding-screen-/;
/** The chunks that load only when a user exports findings. */
const FINDING_EXPORTS = /^findings-(csv|sarif)-/;
/** The chunks that load only when a user opens the control coverage. */
const COVERAGE_SCREEN = /^coverage-(screen|table)-/;
/** The chunks that load only when a user opens the letters of attestation. */
const LETTERS_SCREEN = /^letters-screen-/;
/** The chunks that load only when a user opens the proposals, with the Markdown parser, or a project has milestones. */
const PROPOSAL_SCREENS = /^(proposal-(section|screen|list)|project-milestones)-/;
/** The chunks that load only when a user opens an invoice or the statement of account. */
const BILLING_SCREENS = /^(statement|invoice-screen|invoice-document)-/;
/** The chunk that loads only when a client opens the timeline of a project. */
const TIMELINE = /^own-timeline-/;
/** The chunks that load only when a client manages a plan. */
const PLAN_DIALOGS = /^plan-dialogs-/;
/** The chunks that load only when a client requests a meeting, or proposes or chooses its time. */
const MEETING_DIALOGS = /^(request-meeting-dialog|propose-time-dialog|pick-time-dialog|time-select)-/;
/** The chunk that loads only when a client requested a meeting that has no time yet. */
const WAITING_REQUESTS = /^waiting-request-list-/;
/** The chunk that loads only when a client has past meetings. */
const PAST_MEETINGS = /^past-meetings-/;
/** The chunk that loads only when a user opens the details of a document. */
const DOCUMENT_DIALOG = /^document-dialog-/;
/** The chunk that loads only when a user opens the password, the second factors and the sessions. */
const SECURITY_SETTINGS = /^security-settings-/;
/** The chunk that loads only when the firm requires a second factor and the user has none. */
const ENROLLMENT = /^enroll-factor-/;
/** The chunk that loads only when a user signs in with a second factor. */
const SECOND_FACTOR_PAGE = /^second-factor-page-/;
const MAX_RENDERER_BYTES = 400 * 1024;

/** Lists the static and dynamic imports of a script. */
function findImports(script: string): string[] {
  const text = readFileSync(ASSETS_DIR + script, "utf8");
  return Array.from(
    text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.?\/?(?:assets\/)?([\w.-]+\.js)["'`]/g),
    ([, name = ""]) => name,
  );
}

test("the portal's sections need at most 260 KB of compressed scripts", () => {
  const scripts = new Set(readdirSync(ASSETS_DIR).filter((name) => name.endsWith(".js")));
  const loadedScripts = new Set<string>();
  const addWithImports = (script: string): void => {
    if (
      loadedScripts.has(script) ||
      !scripts.has(script) ||
      PDF_RENDERER.test(script) ||
      PEOPLE_SCREENS.test(script) ||
      FINDING_SCREEN.test(script) ||
      FINDING_EXPORTS.test(script) ||
      PROPOSAL_SCREENS.test(script) ||
      BILLING_SCREENS.test(script) ||
      TIMELINE.test(script) ||
      PLAN_DIALOGS.test(script) ||
      MEETING_DIALOGS.test(script) ||
      WAITING_REQUESTS.test(script) ||
      PAST_MEETINGS.test(script) ||
      DOCUMENT_DIALOG.test(script) ||
      COVERAGE_SCREEN.test(script) ||
      LETTERS_SCREEN.test(script) ||
      SECURITY_SETTINGS.test(script) ||
      ENROLLMENT.test(script) ||
      SECOND_FACTOR_PAGE.test(script)
    ) {
      return;
    }
    loadedScripts.add(script);
    findImports(script).forEach(addWithImports);
  };
  const entryPattern = /^(entry\.client|root|shell|client-portal|manifest)-/;
  [...scripts].filter((script) => entryPattern.test(script)).forEach(addWithImports);
  expect(loadedScripts.size).toBeGreaterThan(20);
  expect([...loadedScripts].reduce((sum, script) => sum + compressedSize(script), 0)).toBeLessThanOrEqual(
    MAX_PORTAL_BYTES,
  );
});

test("the PDF renderer loads on demand and is at most 400 KB compressed", () => {
  const scripts = readdirSync(ASSETS_DIR).filter((name) => name.endsWith(".js"));
  const [renderer = "", ...others] = scripts.filter((name) => PDF_RENDERER.test(name));
  expect(others).toEqual([]);
  expect(compressedSize(renderer)).toBeLessThanOrEqual(MAX_RENDERER_BYTES);
  const texts = scripts.map((script) => readFileSync(ASSETS_DIR + script, "utf8"));
  const importers = texts.filter(
    (text) => text.includes(`import("./${renderer}")`) || text.includes(`import(\`./${renderer}\`)`),
  );
  expect(importers).toHaveLength(1);
  expect(texts.filter((text) => text.includes(`from"./${renderer}"`))).toEqual([]);
});

/** Returns the number of bytes sent to the browser. Small files are not compressed. */
function compressedSize(script: string): number {
  const { size } =
    statSync(`${ASSETS_DIR}${script}.br`, { throwIfNoEntry: false }) ?? statSync(ASSETS_DIR + script);
  return size;
}
