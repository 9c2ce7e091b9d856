const LIGHT = {
  canvas: "#f3f5f8",
  sheet: "#ffffff",
  line: "#d8dee6",
  text: "#101620",
  muted: "#4f5b69",
  link: "#0b6a5c",
  accent: "#0b6a5c",
  onAccent: "#ffffff",
} as const;

/** The design tokens from app/app.css as hex colors, because email clients don't support OKLCH. */
const DARK: Record<keyof typeof LIGHT, string> = {
  canvas: "#080c13",
  sheet: "#0f141c",
  line: "#2a313c",
  text: "#eef2f7",
  muted: "#b3bcc9",
  link: "#56e0c3",
  accent: "#56e0c3",
  onAccent: "#06251f",
};

/** The colors of both variants. The light variant is inline. The dark one needs a client that supports media queries. */
export const EMAIL_COLORS = { light: LIGHT, dark: DARK };

const FONT = "font-family:Segoe UI,-apple-system,Roboto,Helvetica,Arial,sans-serif";
const MONO = "font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace";
const WRAP = "overflow-wrap:anywhere;word-break:break-word";

const AMOUNT = `${FONT};font-size:28px;font-weight:600;line-height:36px;color:${LIGHT.text};${WRAP}`;

/**
 * Inline styles by element. Many clients drop or rewrite style sheets, so an email must look right without one. Uses
 * only properties that common clients support: Outlook for Windows ignores max-width and the padding of links.
 */
export const INLINE = {
  body: `margin:0;padding:0;background-color:${LIGHT.canvas}`,
  preview: "display:none;max-height:0;max-width:0;overflow:hidden;font-size:1px;line-height:1px",
  canvas: `width:100%;background-color:${LIGHT.canvas}`,
  gutter: "padding:0 8px",
  sheet: "width:100%;max-width:560px",
  head: "padding:28px 24px 16px",
  mark: `width:28px;height:28px;border-radius:6px;background-color:${LIGHT.accent};color:${LIGHT.onAccent};${FONT};font-size:16px;font-weight:700;line-height:28px;text-align:center`,
  name: `padding:0 0 0 10px;${FONT};font-size:18px;font-weight:600;line-height:28px;color:${LIGHT.text}`,
  content: `padding:28px 24px 12px;background-color:${LIGHT.sheet};border:1px solid ${LIGHT.line};border-radius:10px`,
  heading: `margin:0 0 16px;${FONT};font-size:22px;font-weight:600;line-height:28px;color:${LIGHT.text};${WRAP}`,
  reference: "white-space:nowrap",
  text: `margin:0 0 16px;${FONT};font-size:16px;line-height:25px;color:${LIGHT.text};${WRAP}`,
  amountLabel: `margin:0;${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted}`,
  amount: `margin:0 0 16px;${AMOUNT}`,
  amountWithNote: `margin:0 0 4px;${AMOUNT}`,
  small: `margin:0 0 16px;${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted};${WRAP}`,
  code: `margin:0 0 16px;${MONO};font-size:28px;font-weight:600;line-height:36px;color:${LIGHT.text};${WRAP}`,
  quoteTable: "width:100%;margin:0 0 16px",
  quote: `padding:0 0 0 16px;border-left:3px solid ${LIGHT.line};${FONT};font-size:16px;line-height:25px;color:${LIGHT.text};${WRAP}`,
  buttonTable: "margin:0 0 16px",
  button: `border-radius:6px;background-color:${LIGHT.accent};mso-padding-alt:12px 20px`,
  buttonLink: `display:inline-block;padding:12px 20px;border-radius:6px;${FONT};font-size:16px;font-weight:600;line-height:20px;text-decoration:none;color:${LIGHT.onAccent}`,
  link: `color:${LIGHT.link};text-decoration:underline`,
  details: `width:100%;margin:0 0 16px;border-top:1px solid ${LIGHT.line}`,
  label: `padding:8px 16px 8px 0;border-bottom:1px solid ${LIGHT.line};${FONT};font-size:13px;font-weight:400;line-height:20px;text-align:left;vertical-align:top;white-space:nowrap;color:${LIGHT.muted}`,
  value: `padding:8px 0;border-bottom:1px solid ${LIGHT.line};${FONT};font-size:15px;line-height:20px;text-align:left;vertical-align:top;color:${LIGHT.text};${WRAP}`,
  item: `padding:8px 16px 8px 0;border-bottom:1px solid ${LIGHT.line};${FONT};font-size:15px;font-weight:400;line-height:20px;text-align:left;vertical-align:top;color:${LIGHT.text};${WRAP}`,
  itemNote: `margin:0;${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted};${WRAP}`,
  itemAmount: `padding:8px 0;border-bottom:1px solid ${LIGHT.line};${FONT};font-size:15px;font-variant-numeric:tabular-nums;line-height:20px;text-align:right;vertical-align:top;white-space:nowrap;color:${LIGHT.text}`,
  letterBody: `margin:0;padding:0;background-color:${LIGHT.sheet}`,
  letter: `width:100%;max-width:640px;background-color:${LIGHT.sheet}`,
  letterHeading: `margin:0 0 16px;${FONT};font-size:16px;font-weight:400;line-height:25px;color:${LIGHT.text};${WRAP}`,
  letterContent: "padding:24px 24px 8px",
  foot: `padding:16px 24px 32px;${FONT};font-size:13px;line-height:20px;color:${LIGHT.muted};${WRAP}`,
} as const;

/** Colors per class in the dark variant. Every element with an inline color has one of these classes. */
const DARK_RULES: Record<string, string> = {
  canvas: `background-color:${DARK.canvas}!important`,
  sheet: `background-color:${DARK.sheet}!important;border-color:${DARK.line}!important`,
  mark: `background-color:${DARK.accent}!important;color:${DARK.onAccent}!important`,
  text: `color:${DARK.text}!important;border-color:${DARK.line}!important`,
  muted: `color:${DARK.muted}!important;border-color:${DARK.line}!important`,
  line: `border-color:${DARK.line}!important`,
  button: `background-color:${DARK.accent}!important`,
  "button-link": `color:${DARK.onAccent}!important`,
  link: `color:${DARK.link}!important`,
};

/** The style sheet: only the dark variant. Outlook on the web marks elements that it darkens with data-ogsc. */
export const STYLE_SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${formatRules("")}}
${formatRules("[data-ogsc] ")}`;

function formatRules(scope: string): string {
  return Object.entries(DARK_RULES)
    .map(([name, rule]) => `${scope}.${name}{${rule}}`)
    .join("\n");
}
