import type { Log } from "../log.ts";
import type { Postmaster } from "./postmaster.ts";
import { stopProcess } from "./stop-server.ts";

const restartPause = 500;

/** Keeps a server running until stopped: one that dies under us is started again. */
export async function supervise(
  start: () => Promise<Postmaster>,
  log: Log,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let server = await start();
  let restarting = Promise.resolve();
  const watch = () => {
    void server.exited.then(() => {
      if (stopping) return;
      log.error({}, "The database server ended unexpectedly; starting it again");
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    while (!stopping) {
      try {
        server = await start();
        return watch();
      } catch (error) {
        log.error({ error: String(error) }, "The database server does not start again");
        await new Promise((resolve) => setTimeout(resolve, restartPause));
      }
    }
  };
  watch();
  return {
    async stop() {
      stopping = true;
      await restarting;
      // Dead is enough: waiting for the child's exit event would wait for ever where nothing else keeps Node running.
      await stopProcess(server.pid);
    },
  };
}
