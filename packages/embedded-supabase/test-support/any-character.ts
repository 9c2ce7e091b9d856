import fc from "fast-check";

/** The surrogates, which are no characters. */
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];

/**
 * A character of Unicode, half of the time of ASCII, for `fc.string({ unit: anyCharacter })`. The unit `binary` of
 * fast-check needs most of a second to start.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: FIRST_SURROGATE - 1 }),
    fc.integer({ min: 0x20, max: 0x7e }),
    fc.integer({ min: LAST_SURROGATE + 1, max: 0x10ffff }),
  )
  .map((codePoint) => String.fromCodePoint(codePoint));
