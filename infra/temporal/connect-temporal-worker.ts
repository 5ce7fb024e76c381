import { setTimeout as delay } from "node:timers/promises";
import { NativeConnection } from "@temporalio/worker";
import type { Config } from "../config/config.ts";
import { connectionOptions } from "./connection-options.ts";

const RETRY_EVERY_MS = 1000;

/** The worker's connection; a server that is not up yet is waited for, `attempts` seconds at most. */
export const connectTemporalWorker = async (config: Config, attempts = 60): Promise<NativeConnection> => {
  const options = await connectionOptions(config);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await NativeConnection.connect(options);
    } catch (error) {
      if (attempt >= attempts) throw error;
      await delay(RETRY_EVERY_MS);
    }
  }
};
