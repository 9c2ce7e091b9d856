/** The browser tests that are not held against a hosted project, and why. */
export const LEFT_OUT: Record<string, string> = {
  "tests/e2e/starting.test.ts":
    "is about the embedded backend's own start: its database, keys and data directory",
  "tests/e2e/captcha.test.ts":
    "has our own sign-in check the captcha; a hosted project checks it with the secret of its own settings",
  "tests/e2e/document-faults.test.ts":
    "kills the product as a process, to see what the disk keeps; documents are never the project's",
  "tests/e2e/document-full-disk.test.ts":
    "fills the disk under the product as a process; documents are never the project's",
  "lab/drills/13-hostile-bodies.test.ts":
    "asks the product's own /auth/v1 and /rest/v1, as a process; a hosted project answers these itself",
  "lab/drills/15-clock.test.ts":
    "moves the clock that our own sign-in goes by; a hosted project has a clock of its own",
};
