import { buildIfStale } from "#scripts/build/build-if-stale.ts";

// `npm start` builds the pages if they are missing or out of date, then starts the server.
try {
  buildIfStale((line) => console.log(line));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
await import("#server/main.ts");
