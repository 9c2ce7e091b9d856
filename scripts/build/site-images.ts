import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { readPrerenderedPages } from "../../server/site/site-files.ts";
import { decodeEntities } from "./decode-entities.ts";
import { drawIcon, drawLinkPreview, type Preview } from "./site-svg.ts";

type Firm = { name: string; logo: string; description: string };

const require = createRequire(import.meta.url);
const FONT = "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";
/** Icons for the web manifest. Operating systems crop a maskable icon to their own shape. */
const ICONS = [
  { file: "icon-192.png", size: 192, purpose: "any" },
  { file: "icon-512.png", size: 512, purpose: "any" },
  { file: "icon-maskable-512.png", size: 512, purpose: "maskable" },
] as const;
const APPLE_ICON = { file: "apple-touch-icon.png", size: 180 };
const PAGE_COLOR = "#090d12";

/**
 * Writes the icons, the web manifest, the link previews and the font of the plain pages to the client build. Uses no browser,
 * system font or network, so the result is the same on every machine.
 */
export async function drawSiteImages(buildDir: string, firm: Firm): Promise<void> {
  const clientDir = join(buildDir, "client");
  await initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const font = readFileSync(require.resolve(FONT));
  const writeAsset = (path: string, content: string | Uint8Array) => {
    const file = join(clientDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  const renderPng = (svg: string, width: number) =>
    new Resvg(svg, {
      fitTo: { mode: "width", value: width },
      font: { fontBuffers: [font], loadSystemFonts: false },
    })
      .render()
      .asPng();

  // plain-page.css is not built, so the path has no hash.
  writeAsset("fonts/geist.woff2", font);
  writeAsset("favicon.svg", drawIcon(firm.logo, "any"));
  for (const { file, size, purpose } of ICONS) {
    writeAsset(file, renderPng(drawIcon(firm.logo, purpose), size));
  }
  writeAsset(APPLE_ICON.file, renderPng(drawIcon(firm.logo, "maskable"), APPLE_ICON.size));
  writeAsset("site.webmanifest", formatManifest(firm));
  for (const html of readPrerenderedPages(clientDir).values()) {
    const preview = readPreview(html);
    if (preview) {
      writeAsset(preview.path, renderPng(drawLinkPreview(firm, preview), 1200));
    }
  }
}

/** Reads the path and heading of a page's link preview from its meta tags. */
function readPreview(html: string): (Preview & { path: string }) | null {
  const path = getMetaContent(html, "og:image");
  const heading = getMetaContent(html, "og:image:alt");
  return path && heading ? { path: new URL(path).pathname, heading } : null;
}

function getMetaContent(html: string, property: string): string | null {
  const content = new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1];
  return content === undefined ? null : decodeEntities(content);
}

function formatManifest({ name, description }: Firm): string {
  const icons = ICONS.map(({ file, size, purpose }) => ({
    src: `/${file}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  }));
  const svgIcon = { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" };
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
    icons: [svgIcon, ...icons],
    shortcuts: [{ name: "Client Portal", url: "/client-portal" }],
  });
}
