import { createSimulatorServer } from "../../infra/simulator/server.ts";

/** Between the API, the worker and every simulator of the tests. */
export const SIMULATOR_SIGNING_KEY = "a signing key that only tests use";

/** Starts a carrier simulator of one test file's own: scripts of other files do not reach it. */
export const startTestSimulator = async (
  options: Omit<Parameters<typeof createSimulatorServer>[0], "signingKey"> = {},
): Promise<{ baseUrl: string; close(): Promise<void> }> => {
  const server = createSimulatorServer({ signingKey: SIMULATOR_SIGNING_KEY, ...options });
  const baseUrl = await server.listen(0, "127.0.0.1");
  return { baseUrl, close: () => server.close(100) };
};
