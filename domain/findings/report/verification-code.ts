/** Crockford's Base32: without I, L, O and U, which people confuse with other characters. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;
const GROUP_LENGTH = 4;

/** The number of random bytes in a code. Each contributes 5 bits, so a code has 80 bits. */
export const VERIFICATION_CODE_BYTES = LENGTH;

/** Formats random bytes as a code such as "7K2M-9QXT-4HBD-WZ3N". */
export function toVerificationCode(bytes: Uint8Array): string {
  return groupCharacters(
    [...bytes.subarray(0, LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(""),
  );
}

/** Parses a code as people type it: in any case, with or without separators. Returns null for anything else. */
export function parseVerificationCode(text: string): string | null {
  const characters = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replaceAll(/[IL]/g, "1");
  const isCode =
    characters.length === LENGTH && [...characters].every((character) => ALPHABET.includes(character));
  return isCode ? groupCharacters(characters) : null;
}

function groupCharacters(characters: string): string {
  return Array.from({ length: LENGTH / GROUP_LENGTH }, (_, index) =>
    characters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH),
  ).join("-");
}
