import { invalidQuery } from "../errors.ts";

// Matches letters, digits, _, $ and inner spaces. A dash matches only if it does not start an arrow.
const BARE_NAME = /(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy;
// The key of a JSON object, in which dashes separate parts and most other characters are allowed.
const JSON_KEY = /[^(\-:.,>)]+(?:-[^(\-:.,>)]+)*/uy;

/** Scans one query parameter from left to right. Errors have the code PGRST100 and contain the position. */
export class Scanner {
  readonly text: string;
  readonly label: string;
  private position = 0;

  /** `label` names the parameter in error messages, such as "select parameter". */
  constructor(text: string, label: string) {
    this.text = text;
    this.label = label;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Skips `expected` if the remaining text starts with it. Returns whether it did. */
  consume(expected: string): boolean {
    if (!this.startsWith(expected)) {
      return false;
    }
    this.position += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.consume(expected)) {
      this.fail(`expecting "${expected}"`);
    }
  }

  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const matched = pattern.exec(this.text)?.[0];
    if (matched === undefined) {
      return null;
    }
    this.position += matched.length;
    return matched;
  }

  skipSpaces(): void {
    while (this.consume(" ") || this.consume("\t")) {}
  }

  /** Reads a bare or double-quoted identifier. */
  readName(): string {
    this.skipSpaces();
    const identifier = this.startsWith('"') ? this.readQuoted() : this.match(BARE_NAME)?.trim();
    return identifier || this.fail("expecting a name");
  }

  /** Reads the bare or double-quoted key of a JSON object. */
  readJsonKey(): string {
    this.skipSpaces();
    const key = this.startsWith('"') ? this.readQuoted() : this.match(JSON_KEY)?.trim();
    return key || this.fail("expecting a key");
  }

  /** Reads a double-quoted string. A backslash escapes the next character. */
  readQuoted(): string {
    this.expect('"');
    let text = "";
    while (!this.consume('"')) {
      this.consume("\\");
      text += this.nextCharacter();
    }
    return text;
  }

  /** Reads up to the first character in `terminators`, or to the end. */
  readUntil(terminators: string): string {
    const start = this.position;
    while (!this.isAtEnd && !terminators.includes(this.text[this.position] ?? "")) {
      this.position++;
    }
    return this.text.slice(start, this.position);
  }

  mark(): number {
    return this.position;
  }

  reset(mark: number): void {
    this.position = mark;
  }

  expectEnd(): void {
    if (!this.isAtEnd) {
      this.fail(`unexpected "${this.text[this.position]}"`);
    }
  }

  fail(details: string): never {
    throw invalidQuery(`failed to parse ${this.label} (line 1, column ${this.position + 1})`, details);
  }

  private nextCharacter(): string {
    if (this.isAtEnd) {
      this.fail("unexpected end of input");
    }
    return this.text[this.position++] ?? "";
  }
}
