/** The Chromium that npm installs on Linux for the browser tests. */
export { default as packagedChromium } from "@sparticuz/chromium";
