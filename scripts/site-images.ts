import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { prerenderedPages } from "../server/site-files.ts";
import { iconSvg, linkPreviewSvg, type Preview } from "./site-drawings.ts";

type Firm = { name: string; mark: string; description: string };

const require = createRequire(import.meta.url);
const FONT = "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";
/** Names of the icons by the manifest's purpose; a maskable one may be cut to any shape by the system. */
const ICONS = [
  { file: "icon-192.png", size: 192, purpose: "any" },
  { file: "icon-512.png", size: 512, purpose: "any" },
  { file: "icon-maskable-512.png", size: 512, purpose: "maskable" },
] as const;
const APPLE_ICON = { file: "apple-touch-icon.png", size: 180 };
const PAGE_COLOR = "#090d12";

/**
 * Draws icons, manifest and the preview picture of every page that names one, into the client build. The same on
 * every machine: no browser, no font of the system, no network.
 */
export async function drawSiteImages(buildDir: string, firm: Firm): Promise<void> {
  const clientDir = join(buildDir, "client");
  await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fontBuffers = [readFileSync(require.resolve(FONT))];
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(clientDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const png = (svg: string, width: number) =>
    new Resvg(svg, { fitTo: { mode: "width", value: width }, font: { fontBuffers, loadSystemFonts: false } })
      .render()
      .asPng();

  write("favicon.svg", iconSvg(firm.mark, "any"));
  for (const { file, size, purpose } of ICONS) write(file, png(iconSvg(firm.mark, purpose), size));
  write(APPLE_ICON.file, png(iconSvg(firm.mark, "maskable"), APPLE_ICON.size));
  write("site.webmanifest", manifest(firm));
  for (const html of prerenderedPages(clientDir).values()) {
    const preview = previewOf(html);
    if (preview) write(preview.path, png(linkPreviewSvg(firm, preview), 1200));
  }
}

/** What a page says of its preview picture: where it lies and which words stand on it. */
function previewOf(html: string): (Preview & { path: string }) | null {
  const path = metaContent(html, "og:image");
  const heading = metaContent(html, "og:image:alt");
  return path && heading ? { path: new URL(path).pathname, heading } : null;
}

function metaContent(html: string, property: string): string | null {
  const content = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  return content === undefined ? null : withoutEntities(content);
}

// The five that React writes into attributes.
function withoutEntities(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function manifest({ name, description }: Firm): string {
  const icons = ICONS.map(({ file, size, purpose }) => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  }));
  const drawn = { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" };
  return JSON.stringify({
    id: "/",
    name,
    short_name: name,
    description,
    lang: "en",
    start_url: "/",
    display: "minimal-ui",
    background_color: PAGE_COLOR,
    theme_color: PAGE_COLOR,
    icons: [drawn, ...icons],
    shortcuts: [{ name: "Client Portal", url: "/client-portal" }],
  });
}
