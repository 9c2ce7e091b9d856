import { buildAlways } from "#scripts/build-if-stale.ts";

buildAlways();
console.log("The pages are built.");
