import { buildIfStale } from "#scripts/build-if-stale.ts";

// `npm start`: the pages first when they are missing or older than their sources, then the server.
try {
  buildIfStale((line) => console.log(line));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exit(1);
}
await import("#server/main.ts");
