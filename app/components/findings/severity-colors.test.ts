import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SEVERITIES } from "#domain/findings/severity.ts";

const CSS = readFileSync(new URL("../../app.css", import.meta.url), "utf8");
/** Required contrast of text at normal size. */
const MIN_CONTRAST = 4.5;

/** Luminance of a color token of the dark theme, which the file defines first. */
function readLuminance(token: string): number {
  const match = new RegExp(`--color-${token}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(CSS);
  const [lightness = 0, chroma = 0, hue = 0] = (match?.slice(1) ?? []).map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red, green, blue] = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((channel) => Math.min(1, Math.max(0, channel)));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

test.each(SEVERITIES)("shows %s with enough contrast on every background", (severity) => {
  const color = readLuminance(`severity-${severity}`);
  for (const background of ["page", "surface", "raised"]) {
    expect(contrast(color, readLuminance(background)), background).toBeGreaterThanOrEqual(MIN_CONTRAST);
  }
});

test("differs in lightness between neighboring severities of the chart", () => {
  const luminances = SEVERITIES.map((severity) => readLuminance(`severity-${severity}`));
  for (const [index, luminance] of luminances.slice(1).entries()) {
    expect(contrast(luminance, luminances[index] ?? 0)).toBeGreaterThanOrEqual(1.25);
  }
});
