/** The words on the picture that stands for a page where its link is shared. */
export type Preview = { heading: string };

type Firm = { name: string; mark: string; description: string };

// The tokens of app/app.css in the notation that the renderer reads.
const COLORS = { page: "#090d12", line: "#262c35", text: "#eff2f5", muted: "#b1b8c1", accent: "#4fdcbd" };
const LONGEST_LINE = 27;
const MOST_LINES = 4;

/** The firm's sign on a tile. A maskable one fills its square and keeps the sign within the middle. */
export function iconSvg(mark: string, purpose: "any" | "maskable"): string {
  const scale = purpose === "any" ? 0.77 : 0.56;
  const radius = purpose === "any" ? 7 : 0;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="${radius}" fill="${COLORS.page}"/>`,
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${line(mark, 3.4)}</g>`,
    "</svg>",
  ].join("");
}

/** 1200 × 630: the firm above, the heading in large, what the firm does below. */
export function linkPreviewSvg(firm: Firm, { heading }: Preview): string {
  const lines = linesOf(heading, LONGEST_LINE).slice(0, MOST_LINES);
  const size = lines.length > 3 ? 68 : 80;
  const first = 330 - ((lines.length - 1) * size * 1.12) / 2 + size * 0.3;
  const said = linesOf(firm.description, 66).slice(0, 2);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Geist">',
    `<rect width="1200" height="630" fill="${COLORS.page}"/>`,
    grid(),
    `<g transform="translate(80 64) scale(1.6)">${line(firm.mark, 3)}</g>`,
    text(firm.name, { x: 148, y: 103, size: 38, color: COLORS.text, boldness: 1 }),
    ...lines.map((words, index) =>
      text(words, { x: 78, y: first + index * size * 1.12, size, color: COLORS.text, boldness: size / 36 }),
    ),
    ...said.map((words, index) =>
      text(words, { x: 80, y: 530 + index * 40, size: 28, color: COLORS.muted, boldness: 0 }),
    ),
    "</svg>",
  ].join("");
}

/** Breaks a text between words; a word longer than a line stands alone. */
export function linesOf(words: string, longest: number): string[] {
  const lines: string[] = [];
  for (const word of words.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= longest)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function line(mark: string, width: number): string {
  return `<path d="${escaped(mark)}" fill="none" stroke="${COLORS.accent}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

type Lettering = { x: number; y: number; size: number; color: string; boldness: number };

// The renderer knows the font's regular weight alone: an outline of the letters' own colour makes them bolder.
function text(words: string, { x, y, size, color, boldness }: Lettering): string {
  const spacing = size > 60 ? -size * 0.018 : 0;
  return `<text x="${x}" y="${y}" font-size="${size}" letter-spacing="${spacing}" fill="${color}" stroke="${color}" stroke-width="${boldness}" stroke-linejoin="round">${escaped(words)}</text>`;
}

function grid(): string {
  const columns = [300, 600, 900].map((x) => `M${x} 0V630`);
  const rows = [157, 472].map((y) => `M0 ${y}H1200`);
  return `<path d="${[...columns, ...rows].join("")}" stroke="${COLORS.line}" stroke-width="1" opacity="0.5"/>`;
}

function escaped(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
