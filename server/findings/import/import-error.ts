/** A file that cannot be imported. The message states what to correct, and is shown to the person who imports the file. */
export class ImportError extends Error {
  override name = "ImportError";
}
