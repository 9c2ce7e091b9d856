/**
 * A startup failure that the operator can fix. The message is one line, says what to change, and is shown without a
 * stack trace.
 */
export class StartupError extends Error {
  override name = "StartupError";
}
