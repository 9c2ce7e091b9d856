import { notUnderstood } from "./errors.ts";

// Letters, digits, _, $ and inner spaces; a dash only where it does not begin an arrow.
const bareName = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy;

/** Reads one parameter of a query string from left to right; what it cannot read it refuses with the place. */
export class Reader {
  readonly text: string;
  readonly what: string;
  private at = 0;

  /** `what` names the parameter in refusals, such as "select parameter". */
  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
  }

  get isDone(): boolean {
    return this.at >= this.text.length;
  }

  sees(expected: string): boolean {
    return this.text.startsWith(expected, this.at);
  }

  /** Steps over `expected` when it comes next. */
  takes(expected: string): boolean {
    if (!this.sees(expected)) return false;
    this.at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.takes(expected)) this.refuse(`expecting "${expected}"`);
  }

  matches(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  skipSpaces(): void {
    while (this.takes(" ") || this.takes("\t"));
  }

  /** A name as it stands, or between double quotes with anything in it. */
  name(): string {
    this.skipSpaces();
    const name = this.sees('"') ? this.quoted() : this.matches(bareName)?.trim();
    return name || this.refuse("expecting a name");
  }

  /** A text between double quotes; a backslash takes the next character as it is. */
  quoted(): string {
    this.expect('"');
    let text = "";
    while (!this.takes('"')) {
      this.takes("\\");
      text += this.character();
    }
    return text;
  }

  /** Everything up to one of `stops`, or to the end. */
  until(stops: string): string {
    const from = this.at;
    while (!this.isDone && !stops.includes(this.text[this.at] ?? "")) this.at++;
    return this.text.slice(from, this.at);
  }

  /** Where the reader stands, to come back to. */
  mark(): number {
    return this.at;
  }

  backTo(mark: number): void {
    this.at = mark;
  }

  end(): void {
    if (!this.isDone) this.refuse(`unexpected "${this.text[this.at]}"`);
  }

  refuse(details: string): never {
    throw notUnderstood(`failed to parse ${this.what} (line 1, column ${this.at + 1})`, details);
  }

  private character(): string {
    if (this.isDone) this.refuse("unexpected end of input");
    return this.text[this.at++] ?? "";
  }
}
