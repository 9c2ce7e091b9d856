/**
 * A reason not to start that the operator can do something about. The message is one line, names the
 * thing to change, and is shown without a stack.
 */
export class StartupProblem extends Error {
  override name = "StartupProblem";
}
