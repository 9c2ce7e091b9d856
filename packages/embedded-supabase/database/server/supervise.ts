import type { Log } from "../../log.ts";
import type { ServerProcess } from "./start-server.ts";
import { stopProcess } from "./stop-server.ts";

const RESTART_DELAY_MS = 500;

/** Runs a server until it is stopped and restarts it when it crashes. */
export async function superviseServer(
  start: () => Promise<ServerProcess>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let isStopping = false;
  let server = await start();
  let pendingRestart = Promise.resolve();
  const watch = () => {
    void server.exited.then(() => {
      if (isStopping) {
        return;
      }
      log.error({}, "The database server exited unexpectedly. Restarting it");
      pendingRestart = restart();
    });
  };
  const restart = async (): Promise<void> => {
    while (!isStopping) {
      try {
        server = await start();
        return watch();
      } catch (error) {
        log.error({ error: String(error) }, "The database server failed to restart");
        await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
      }
    }
  };
  watch();
  return {
    async stop() {
      isStopping = true;
      await pendingRestart;
      // Do not wait for the child's exit event. It is not emitted if nothing else keeps Node.js running.
      await stopProcess(server.pid);
    },
  };
}
