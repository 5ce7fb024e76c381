import { z } from "zod";
import { createSimulatorServer } from "./server.ts";

const environment = z.object({
  SIMULATOR_PORT: z.coerce.number().int().min(0).max(65_535),
  SIMULATOR_HOST: z.string().default("127.0.0.1"),
  SIMULATOR_SIGNING_KEY: z.string().min(16),
  SIMULATOR_DATA_DIR: z.string().min(1),
});

const start = async (): Promise<void> => {
  const settings = environment.safeParse(process.env);
  if (!settings.success) return stopWith(`The simulator cannot start: ${z.prettifyError(settings.error)}`);
  const { SIMULATOR_PORT: port, SIMULATOR_HOST: host } = settings.data;
  const server = createSimulatorServer({
    signingKey: settings.data.SIMULATOR_SIGNING_KEY,
    dataDir: settings.data.SIMULATOR_DATA_DIR,
  });
  const baseUrl = await server.listen(port, host);
  console.log(JSON.stringify({ process: "simulator", msg: "listening", baseUrl }));
  const drain = () => void server.close().then(() => process.exit(0));
  process.once("SIGTERM", drain);
  process.once("SIGINT", drain);
};

const stopWith = (sentence: string): void => {
  console.error(sentence);
  process.exitCode = 1;
};

start().catch((error: unknown) =>
  stopWith(`The simulator cannot start: ${error instanceof Error ? error.message : String(error)}`),
);
