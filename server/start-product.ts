import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Hono } from "hono";
import type pg from "pg";
import { brand } from "#brand";
import { createDevMailRoutes } from "#server/api/public/dev-mail.ts";
import { createHealthRoutes } from "#server/api/public/health.ts";
import { createStartupRoutes } from "#server/api/public/startup.ts";
import { ensureFirstAdministrator } from "#server/auth/first-administrator.ts";
import { createBackend } from "#server/backend.ts";
import { type Config, parseConfig, withPort } from "#server/config.ts";
import { createConsultationService } from "#server/consultations/consultation-service.ts";
import { createServices } from "#server/create-services.ts";
import { CACHE_DIRECTORY, ensureDataDirectory } from "#server/data-directory.ts";
import { createDatabase } from "#server/database/database.ts";
import { startDatabase } from "#server/database/database-server.ts";
import { loadDemo } from "#server/demo/index.ts";
import type { SignIn } from "#server/demo/sign-ins.ts";
import { createFolderTransport, createSmtpTransport } from "#server/email/transport.ts";
import { assertBucketAccess, createFiles } from "#server/files/index.ts";
import { createLetterVerifier } from "#server/findings/report/verify-letter.ts";
import { createApp } from "#server/http/app.ts";
import { createClientAddressReader, createHostNameReader } from "#server/http/client-address.ts";
import { type HttpServer, listen } from "#server/http/http-server.ts";
import { sweepFiles } from "#server/jobs/cleanup/sweep-files.ts";
import { createJobHandlers } from "#server/jobs/index.ts";
import { jobs, migrateQueue } from "#server/jobs/queue/queue.ts";
import { CRONTAB } from "#server/jobs/queue/schedules.ts";
import { startWorker, type Worker } from "#server/jobs/queue/worker.ts";
import { loadKeys } from "#server/keys.ts";
import { startDeadWorkerCheck } from "#server/lifecycle/dead-workers.ts";
import { releaseInterruptedWork } from "#server/lifecycle/interrupted-work.ts";
import { acquireProcessLock } from "#server/lifecycle/process-lock.ts";
import { createLogger, type Logger } from "#server/observability/logger.ts";
import { createMetrics } from "#server/observability/metrics.ts";
import { warmUpProvider } from "#server/payments/connection/account-access.ts";
import { allowSimulatorUrls } from "#server/payments/square/simulator-urls.ts";
import type { Services } from "#server/services.ts";
import { type SimulatedPlan, startSimulator } from "#server/simulator.ts";
import { createNextTimesCache } from "#server/site/next-times.ts";
import { createPages } from "#server/site/pages.ts";

/** The running server. */
export type Product = {
  url: string;
  signIns: readonly SignIn[];
  /** Makes `/api/ready` return 503, so that a proxy sends requests to another process. Requests are still served. */
  drain(): void;
  /** Whether other server processes may share the database. */
  mayHaveOtherProcesses: boolean;
  stop(): Promise<void>;
};

/** Test replacements for stdout, the clock and the log. */
export type ProductOptions = {
  writeLine?: (line: string) => void;
  now?: () => Date;
  writeLog?: (line: string) => void;
  /** The bcrypt cost of new passwords. Only tests lower it. */
  passwordCost?: number;
};

const BUILD_DIR = fileURLToPath(new URL("../build", import.meta.url));
/** Service managers kill the process after 30 s. The remaining time is for jobs and the database. */
const DRAIN_TIMEOUT_MS = 15_000;

/**
 * Starts everything in one process tree. `/api/health` responds from the beginning. If a step fails, earlier steps are
 * undone.
 * @throws {ConfigurationError | StartupError} with a one-line message.
 */
export async function startProduct(
  env: Record<string, string | undefined>,
  options: ProductOptions = {},
): Promise<Product> {
  const initialConfig = parseConfig(env);
  const log = createLogger(initialConfig.logLevel, options.writeLog);
  const startup = createStartupRoutes({ buildDir: BUILD_DIR, publicUrl: initialConfig.publicUrl });
  const http = await listen(initialConfig.host, initialConfig.port, startup.fetch);
  const lifecycle = { isDraining: false };
  const stopSteps: (() => Promise<void>)[] = [() => http.close(DRAIN_TIMEOUT_MS)];
  const stop = once(async () => {
    for (const step of [...stopSteps].reverse()) {
      await step().catch((error) => log.error({ err: error }, "stop failed"));
    }
  });
  try {
    const config = withPort(initialConfig, http.port);
    const signIns = await boot({
      config,
      log,
      http,
      stopSteps,
      writeLine: options.writeLine ?? (() => {}),
      now: options.now ?? (() => new Date()),
      passwordCost: options.passwordCost,
      lifecycle,
    });
    const drain = () => {
      lifecycle.isDraining = true;
    };
    return {
      url: config.publicUrl,
      signIns,
      drain,
      mayHaveOtherProcesses: config.databaseUrl !== undefined,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type BootOptions = {
  config: Config;
  log: Logger;
  http: HttpServer;
  stopSteps: (() => Promise<void>)[];
  writeLine: (line: string) => void;
  now: () => Date;
  passwordCost: number | undefined;
  lifecycle: { isDraining: boolean };
};

async function boot(options: BootOptions): Promise<readonly SignIn[]> {
  const { config, log, http, stopSteps, writeLine, now, passwordCost, lifecycle } = options;
  ensureDataDirectory(config.dataDir);
  // Halves the time that the processes that render PDFs and read imports take to start.
  enableCompileCache(join(config.dataDir, CACHE_DIRECTORY));
  const keys = loadKeys(config);
  const clientAddress = createClientAddressReader(config.trustedProxies);
  const databaseServer = await startDatabase(config, log, writeLine);
  stopSteps.push(databaseServer.close);
  await migrateQueue(databaseServer.pool);

  const backend = await createBackend({
    ...{ config, keys, pool: databaseServer.pool, log, now, clientAddress, passwordCost },
  });
  const simulator = await startSimulator({ config, keys, log, now });
  stopSteps.push(simulator.close);

  const database = createDatabase(databaseServer.pool);
  await allowSimulatorUrls(database, config.square.mode === "simulator");
  await assertBucketAccess(config, log);
  const files = createFiles(config);
  const processLock = await acquireProcessLock(databaseServer.connection, log, async () => {
    await releaseInterruptedWork(database, jobs, now());
    // Run in the background, so that an unreachable file store does not delay the start. The job tries again later.
    void sweepFiles({ database, files, log }, now()).catch((error) =>
      log.warn({ err: error }, "could not delete unclaimed files"),
    );
  });
  stopSteps.push(processLock.release);
  const services = await createServices({
    config,
    keys,
    database,
    files,
    log,
    now,
    clientAddress,
    backend,
    fetchFromSquare: simulator.fetch,
  });

  const outboxDir = join(config.dataDir, "outbox");
  const transport = config.email.smtpUrl
    ? createSmtpTransport(config.email.smtpUrl)
    : createFolderTransport(outboxDir);
  const worker = await startWorker({
    pool: databaseServer.pool,
    tasks: createJobHandlers(services, transport, backend.removeExpired),
    crontab: CRONTAB,
    log,
  });
  for (const name of worker.names) {
    await processLock.registerWorker(name);
  }
  stopSteps.push(startDeadWorkerCheck(database, log));
  // Steps run in reverse: requests end first, then their background work, then jobs, then the database connection.
  stopSteps.push(
    () => worker.stop(),
    backend.finishBackgroundWork,
    () => http.close(DRAIN_TIMEOUT_MS),
  );

  const verifyLetter = createLetterVerifier(services);
  const consultations = createConsultationService(services);
  const nextTimes = createNextTimesCache(consultations, log, now);
  const app = createApp(services, {
    metrics: createMetrics(databaseServer.pool),
    health: createHealthRoutes(createReadinessChecks(databaseServer.pool, worker, lifecycle)),
    backend: backend.app,
    simulator: simulator.app,
    devMail: isDevMailShown(config) ? createDevMailRoutes(services, outboxDir) : undefined,
    pages: createPages({
      buildDir: BUILD_DIR,
      publicUrl: config.publicUrl,
      supabaseUrl: config.supabase.url,
      captcha: config.captcha,
      brand,
      getRetention: services.publishedRetention.current,
      getNextTimes: nextTimes.current,
      consultations,
      verifyLetter: (code, context) => verifyLetter(code, services.clientAddress(context)),
      hostName: createHostNameReader(config.trustedProxies),
      ...{ log, now },
    }),
  });
  const signIns = await createFirstUsers(services, app, simulator.plans(), writeLine);
  // The landing page works without free times, so a slow query must not prevent the start.
  await nextTimes
    .refresh()
    .catch((error) => log.warn({ err: error }, "the next free times could not be read at the start"));
  http.setHandler(app.fetch);
  // Run in the background, because the provider's library takes about 1 s to load and no request should wait for it.
  void warmUpProvider(services.payments).catch((error) =>
    log.warn({ err: error }, "payment provider warm-up failed"),
  );
  return signIns;
}

/** Loads the demo users, or creates the first administrator of a real installation. */
async function createFirstUsers(
  services: Services,
  app: Hono,
  plans: readonly SimulatedPlan[],
  writeLine: (line: string) => void,
): Promise<readonly SignIn[]> {
  if (services.config.isDemo) {
    return loadDemo(services, app, plans, writeLine);
  }
  await ensureFirstAdministrator(services.config, services.database, services.accounts);
  return [];
}

function createReadinessChecks(pool: pg.Pool, worker: Worker, lifecycle: { isDraining: boolean }) {
  return {
    database: async () => {
      await pool.query("select 1");
      return null;
    },
    jobs: async () => {
      if (lifecycle.isDraining) {
        return "stopping";
      }
      return worker.isRunning() ? null : "not running";
    },
  };
}

// Emails contain reset links, so the page must not be reachable by others.
function isDevMailShown(config: Config): boolean {
  return config.isDemo && !config.email.smtpUrl && !config.publicUrl.startsWith("https:");
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
