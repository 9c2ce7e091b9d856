import { buildPages } from "#scripts/build/build-if-stale.ts";

buildPages();
console.log("Built the pages.");
