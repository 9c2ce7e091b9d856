import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hono } from "hono";
import type pg from "pg";
import { brand } from "#brand";
import { createAccounts } from "#server/accounts.ts";
import { ensureAdministrator } from "#server/administrators.ts";
import { devMail } from "#server/api/dev-mail.ts";
import { healthEndpoints, startingUp } from "#server/api/health.ts";
import { createApp } from "#server/app.ts";
import { startBackend } from "#server/backend.ts";
import { clientAddressReader, hostNameReader } from "#server/client-address.ts";
import { type Config, listeningOn, parseConfig } from "#server/config.ts";
import { requireDataFolder } from "#server/data-folder.ts";
import { createDatabase } from "#server/database.ts";
import { openStorage } from "#server/database-server.ts";
import { watchForDeadWorkers } from "#server/dead-workers.ts";
import { loadDemonstration } from "#server/demo/index.ts";
import type { SignIn } from "#server/demo/sign-ins.ts";
import { folderTransport, smtpTransport } from "#server/email/transport.ts";
import { assertBucket, createFiles, createScanner } from "#server/files/index.ts";
import { createDocumentLinks } from "#server/files/links.ts";
import { type HttpServer, listen } from "#server/http-server.ts";
import { releaseInterruptedWork } from "#server/interrupted-work.ts";
import { tasksOf } from "#server/jobs/index.ts";
import { jobs, migrateQueue, startWorker, type Worker } from "#server/jobs/queue.ts";
import { crontab } from "#server/jobs/schedules.ts";
import { sweepFiles } from "#server/jobs/sweep-files.ts";
import { loadKeys } from "#server/keys.ts";
import { createLog, type Logger } from "#server/log.ts";
import { createMetrics } from "#server/metrics.ts";
import { createPages } from "#server/pages.ts";
import { createPayments } from "#server/payments/index.ts";
import { announcePresence } from "#server/presence.ts";
import { createRateLimits } from "#server/rate-limits.ts";
import type { Services } from "#server/services.ts";
import { type OfferedPlan, startSimulator } from "#server/simulator.ts";
import { createStatedPeriods } from "#server/stated-periods.ts";

/** The running product. */
export type Product = {
  url: string;
  signIns: readonly SignIn[];
  /** Answers `/api/ready` with 503 from now on, so that a proxy sends requests elsewhere; goes on serving. */
  retire(): void;
  /** Whether other processes may share the database, and a proxy stand before them. */
  mayHaveCompany: boolean;
  stop(): Promise<void>;
};

/** What a test may put in the place of the machine's own. */
export type ProductOptions = {
  say?: (line: string) => void;
  now?: () => Date;
  writeLog?: (line: string) => void;
};

const BUILD = fileURLToPath(new URL("../build", import.meta.url));
/** Within the 30 s a service manager waits, with room for jobs and the database to end. */
const DRAIN_MS = 15_000;

/**
 * Starts everything in one process tree, answering `/api/health` from the first moment. When a step fails, what was
 * begun is taken back.
 * @throws ConfigurationError, StartupProblem: one clear line for whoever started it.
 */
export async function startProduct(
  env: Record<string, string | undefined>,
  options: ProductOptions = {},
): Promise<Product> {
  const parsed = parseConfig(env);
  const log = createLog(parsed.logLevel, options.writeLog);
  const checks = { database: async () => "is starting", jobs: async () => "are starting" };
  const http = await listen(parsed.host, parsed.port, startingUp(checks).fetch);
  const stage = { isRetiring: false };
  const undo: (() => Promise<void>)[] = [() => http.close(DRAIN_MS)];
  const stop = once(async () => {
    for (const step of [...undo].reverse())
      await step().catch((cause) => log.error({ err: cause }, "stopping failed"));
  });
  try {
    const config = listeningOn(parsed, http.port);
    const signIns = await boot({
      config,
      log,
      http,
      undo,
      say: options.say ?? (() => {}),
      now: options.now ?? (() => new Date()),
      stage,
    });
    const retire = () => {
      stage.isRetiring = true;
    };
    return { url: config.publicUrl, signIns, retire, mayHaveCompany: config.databaseUrl !== undefined, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

type Boot = {
  config: Config;
  log: Logger;
  http: HttpServer;
  undo: (() => Promise<void>)[];
  say: (line: string) => void;
  now: () => Date;
  stage: { isRetiring: boolean };
};

async function boot({ config, log, http, undo, say, now, stage }: Boot): Promise<readonly SignIn[]> {
  requireDataFolder(config.dataDir);
  const keys = loadKeys(config);
  const clientAddress = clientAddressReader(config.trustedProxies);
  const storage = await openStorage(config, log, say);
  undo.push(storage.close);
  await migrateQueue(storage.pool);

  const backend = await startBackend({ config, keys, pool: storage.pool, log, now, clientAddress });
  const simulator = await startSimulator({ config, keys, log, now });
  undo.push(simulator.close);

  const database = createDatabase(storage.pool);
  await assertBucket(config, log);
  const files = createFiles(config);
  const presence = await announcePresence(storage.connection, log, async () => {
    await releaseInterruptedWork(database, jobs, now());
    // In the background: a store that does not answer must not hold up the start, and the job tries again.
    void sweepFiles({ database, files, log }, now()).catch((cause) =>
      log.warn({ err: cause }, "leftover files not swept"),
    );
  });
  undo.push(presence.end);
  const base = {
    config,
    keys,
    database,
    jobs,
    log,
    now,
    clientAddress,
    sessions: backend.sessions(database),
    accounts: createAccounts(
      config.supabase.url ?? config.publicUrl,
      keys.secretKey,
      backend.fetch,
      config.publicUrl,
    ),
    rateLimits: createRateLimits(config.rateLimitScale, now),
    files,
    scanner: createScanner(config),
    documentLinks: createDocumentLinks(keys.encryptionKey, now),
    statedPeriods: createStatedPeriods(database, log, now),
  };
  await base.statedPeriods.refresh();
  const services: Services = { ...base, payments: createPayments(base, { fetch: simulator.fetch }) };

  const outbox = join(config.dataDir, "outbox");
  const mail = config.mail.smtpUrl ? smtpTransport(config.mail.smtpUrl) : folderTransport(outbox);
  const worker = await startWorker({
    pool: storage.pool,
    tasks: tasksOf(services, mail, backend.removeExpired),
    crontab,
    log,
  });
  for (const name of worker.names) await presence.vouchFor(name);
  undo.push(watchForDeadWorkers(database, log));
  // Jobs end before the connection to the database does; requests end before the jobs.
  undo.push(
    () => worker.stop(),
    () => http.close(DRAIN_MS),
  );

  const app = createApp(services, {
    metrics: createMetrics(storage.pool),
    health: healthEndpoints(readiness(storage.pool, worker, stage)),
    backend: backend.app,
    simulator: simulator.app,
    devMail: isDevMailShown(config) ? devMail(services, outbox) : undefined,
    pages: createPages({
      buildDir: BUILD,
      publicUrl: config.publicUrl,
      supabaseUrl: config.supabase.url,
      captcha: config.captcha,
      brand,
      keptFor: base.statedPeriods.months,
      hostName: hostNameReader(config.trustedProxies),
      now,
    }),
  });
  const signIns = await firstPeople(services, app, simulator.plans(), say);
  http.answerWith(app.fetch);
  // In the background: the provider's library takes a second to load, which no payment should wait for.
  void services.payments.warmUp().catch((cause) => log.warn({ err: cause }, "provider not warmed up"));
  return signIns;
}

/** The demonstration's people, or the first administrator of a real firm. */
async function firstPeople(
  services: Services,
  app: Hono,
  plans: readonly OfferedPlan[],
  say: (line: string) => void,
): Promise<readonly SignIn[]> {
  if (services.config.isDemonstration) return loadDemonstration(services, app, plans, say);
  await ensureAdministrator(services.config, services.database, services.accounts);
  return [];
}

function readiness(pool: pg.Pool, worker: Worker, stage: { isRetiring: boolean }) {
  return {
    database: async () => {
      await pool.query("select 1");
      return null;
    },
    jobs: async () => {
      if (stage.isRetiring) return "are stopping with this process";
      return worker.isRunning() ? null : "are not running";
    },
  };
}

// Mail holds reset links: never shown where strangers could reach it.
function isDevMailShown(config: Config): boolean {
  return config.isDemonstration && !config.mail.smtpUrl && !config.publicUrl.startsWith("https:");
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
