// Time and memory of imports with 2,000, 10,000 and 20,000 results that all become findings: `npm run bench -- import`.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { createSignedInUser, type TestBackend, withTestBackend } from "./fixtures/backend.ts";
import type { ImportMeasurement } from "./fixtures/import-process.ts";
import { recordResult } from "./measure/results.ts";

const SIZES = [2_000, 10_000, 20_000];
const MAX_SECONDS = 10;
/** How much more memory the largest import may use than the smallest. */
const MAX_GROWTH_MB = 20;
/** The maximum memory of the process that reads the file. It includes garbage, because its heap is limited to 512 MB. */
const MAX_CHILD_MB = 400;
const BYTES_PER_MB = 1024 * 1024;
const PROCESS = join(import.meta.dirname, "fixtures/import-process.ts");

/** Prints the time and the memory of each size. */
export async function measureImports(): Promise<void> {
  const folder = await createTempFolder();
  try {
    await withTestBackend(async (backend) => {
      const measurements = [];
      for (const size of SIZES) {
        const file = join(folder.path, `${size}.sarif`);
        await writeFile(file, JSON.stringify(createSarif(size)));
        measurements.push(await measureImport(backend, file, size));
      }
      reportGrowth(measurements);
    });
  } finally {
    await folder.remove();
  }
}

async function measureImport(backend: TestBackend, file: string, size: number): Promise<ImportMeasurement> {
  const { pool } = backend;
  const { clientId } = await createSignedInUser(backend, `client-${size}`);
  await createSignedInUser(backend, `administrator-${size}`, "admin");
  const { rows } = await pool.query(
    `insert into public.projects (client_id, project_name) values ($1, 'Red team')
     returning id, (select id from public.users where email = $2) as administrator`,
    [clientId, `administrator-${size}@example.com`],
  );
  const [project] = rows;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...["--expose-gc", "--max-semi-space-size=8", PROCESS],
    ...[file, project.id, clientId, project.administrator, JSON.stringify(backend.connection)],
  ]);
  const measurement: ImportMeasurement = JSON.parse(stdout);
  const { seconds, created, heap, rss, childRss } = measurement;
  console.log(
    `import         ${created} findings: ${seconds.toFixed(1)} s, heap ${(heap / BYTES_PER_MB).toFixed(1)} MB, memory ${(rss / BYTES_PER_MB).toFixed(0)} MB, child process ${(childRss / BYTES_PER_MB).toFixed(0)} MB`,
  );
  if (created !== size || seconds > MAX_SECONDS || childRss > MAX_CHILD_MB * BYTES_PER_MB) {
    process.exitCode = 1;
  }
  recordResult({ name: `import: ${size} findings`, value: seconds, unit: "s", atMost: MAX_SECONDS });
  recordResult({ name: `import: heap for ${size} findings`, value: heap / BYTES_PER_MB, unit: "MB" });
  recordResult({ name: `import: memory for ${size} findings`, value: rss / BYTES_PER_MB, unit: "MB" });
  recordResult({
    name: `import: memory of the child process for ${size} findings`,
    value: childRss / BYTES_PER_MB,
    unit: "MB",
    atMost: MAX_CHILD_MB,
  });
  return measurement;
}

function reportGrowth(measurements: readonly ImportMeasurement[]): void {
  const [smallest, largest] = [measurements[0], measurements.at(-1)];
  for (const kind of ["heap", "rss"] as const) {
    const growth = ((largest?.[kind] ?? Number.NaN) - (smallest?.[kind] ?? Number.NaN)) / BYTES_PER_MB;
    const name = `import: additional ${kind === "heap" ? "heap" : "memory"} for ten times as many findings`;
    recordResult({ name, value: growth, unit: "MB", atMost: MAX_GROWTH_MB });
    if (!(growth <= MAX_GROWTH_MB)) {
      process.exitCode = 1;
    }
  }
}

/** A file of about 2 KB per result, in which each result is another finding. */
function createSarif(size: number): object {
  const rules = Array.from({ length: 50 }, (_, index) => ({
    id: `R${index}`,
    shortDescription: { text: `Unsafe handling of model output ${index}` },
    fullDescription: { text: "The application passes model output to an interpreter. ".repeat(10) },
    help: { text: "Validate the output against a schema before it is used. ".repeat(10) },
    properties: { tags: ["security", "external/cwe/cwe-1426"], "security-severity": String(1 + (index % 9)) },
  }));
  const results = Array.from({ length: size }, (_, index) => ({
    ruleId: `R${index % rules.length}`,
    message: { text: `Output ${index} reaches the interpreter. ${"A prompt that shows it. ".repeat(40)}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: `src/assistant/module-${index}.py` },
          region: { startLine: 1 + index, snippet: { text: `eval(output_${index})\n`.repeat(30) } },
        },
      },
    ],
  }));
  return {
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "Scanner", version: "1", rules } }, results }],
  };
}

if (import.meta.main) {
  await measureImports();
}
