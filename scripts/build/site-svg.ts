/** The text of a link preview image. */
export type Preview = { heading: string };

type Firm = { name: string; logo: string; description: string };

// The color tokens from app/app.css, as hex values, because the renderer does not support their color format.
const COLORS = { page: "#090d12", line: "#262c35", text: "#eff2f5", muted: "#b1b8c1", accent: "#4fdcbd" };
const MAX_LINE_LENGTH = 27;
const MAX_LINES = 4;

/** Draws the logo on a tile. A maskable icon fills the square, with the logo inside the safe zone. */
export function drawIcon(logo: string, purpose: "any" | "maskable"): string {
  const scale = purpose === "any" ? 0.77 : 0.56;
  const radius = purpose === "any" ? 7 : 0;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    `<rect width="32" height="32" rx="${radius}" fill="${COLORS.page}"/>`,
    `<g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${drawLogo(logo, 3.4)}</g>`,
    "</svg>",
  ].join("");
}

/** Draws a 1200 × 630 image with the brand at the top, the heading in the middle and the description at the bottom. */
export function drawLinkPreview(firm: Firm, { heading }: Preview): string {
  const lines = wrapText(heading, MAX_LINE_LENGTH).slice(0, MAX_LINES);
  const size = lines.length > 3 ? 68 : 80;
  const firstLineY = 330 - ((lines.length - 1) * size * 1.12) / 2 + size * 0.3;
  const description = wrapText(firm.description, 66).slice(0, 2);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="Geist">',
    `<rect width="1200" height="630" fill="${COLORS.page}"/>`,
    drawGrid(),
    `<g transform="translate(80 64) scale(1.6)">${drawLogo(firm.logo, 3)}</g>`,
    drawText(firm.name, { x: 148, y: 103, size: 38, color: COLORS.text, strokeWidth: 1 }),
    ...lines.map((content, index) =>
      drawText(content, {
        x: 78,
        y: firstLineY + index * size * 1.12,
        size,
        color: COLORS.text,
        strokeWidth: size / 36,
      }),
    ),
    ...description.map((content, index) =>
      drawText(content, { x: 80, y: 530 + index * 40, size: 28, color: COLORS.muted, strokeWidth: 0 }),
    ),
    "</svg>",
  ].join("");
}

/** Wraps text at word boundaries. A word that is longer than a line gets its own line. */
export function wrapText(value: string, maxLength: number): string[] {
  const lines: string[] = [];
  for (const word of value.split(/\s+/).filter(Boolean)) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && lastLine.length + 1 + word.length <= maxLength) {
      lines[lines.length - 1] = `${lastLine} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

function drawLogo(logo: string, width: number): string {
  return `<path d="${escapeXml(logo)}" fill="none" stroke="${COLORS.accent}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

type TextStyle = { x: number; y: number; size: number; color: string; strokeWidth: number };

// Adds an outline in the text color for bold text, because the renderer supports only the regular weight.
function drawText(value: string, { x, y, size, color, strokeWidth: boldness }: TextStyle): string {
  const spacing = size > 60 ? -size * 0.018 : 0;
  return `<text x="${x}" y="${y}" font-size="${size}" letter-spacing="${spacing}" fill="${color}" stroke="${color}" stroke-width="${boldness}" stroke-linejoin="round">${escapeXml(value)}</text>`;
}

function drawGrid(): string {
  const columns = [300, 600, 900].map((x) => `M${x} 0V630`);
  const rows = [157, 472].map((y) => `M0 ${y}H1200`);
  return `<path d="${[...columns, ...rows].join("")}" stroke="${COLORS.line}" stroke-width="1" opacity="0.5"/>`;
}

function escapeXml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
