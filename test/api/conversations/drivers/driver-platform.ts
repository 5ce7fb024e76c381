import { readPublicBaseUrl } from "../../../../infra/config/config.ts";
import { createApiClient } from "../../../harness/api-client.ts";
import { type ApiProcess, startApiProcess } from "../../../harness/api-process.ts";
import { TEST_BUCKET, testEnvironment } from "../../../harness/environment.ts";
import { fetchAndReturn } from "../../../harness/returning-fetch.ts";
import { TEST_ENCRYPTION_KEY } from "../../../harness/test-secrets.ts";
import { SIMULATOR_SIGNING_KEY } from "../../../harness/test-simulator.ts";
import { type CallingPlatform, startCallingPlatform } from "../../calls/calling-platform.ts";
import { startPlivoByHand } from "./carriers/plivo.by-hand.ts";
import { startSipByHand } from "./carriers/sip.by-hand.ts";
import { startTelnyxByHand } from "./carriers/telnyx.by-hand.ts";
import { startTwilioByHand } from "./carriers/twilio.by-hand.ts";
import { startVonageByHand } from "./carriers/vonage.by-hand.ts";
import { openFrontDoor } from "./front-door.ts";
import type { HandCarrier } from "./hand-carrier.ts";
import { standInForMedia } from "./media-stand-in.ts";

type Provider = "twilio" | "telnyx" | "plivo" | "vonage" | "sip";

/** API processes behind one address, a worker, a stand-in for a media process, and every carrier. */
export interface DriverPlatform extends CallingPlatform {
  carriers: Readonly<Record<Provider, HandCarrier>>;
  /** `kill -9` of the one process that is asked; from now on two others are asked in turn. */
  killTheFirst(): Promise<void>;
}

export const startDriverPlatform = async (): Promise<DriverPlatform> => {
  const [door, twilio, telnyx, plivo, vonage, sip] = await Promise.all([
    openFrontDoor(),
    startTwilioByHand(),
    startTelnyxByHand(),
    startPlivoByHand(),
    startVonageByHand(),
    startSipByHand(),
  ]);
  const carriers = { twilio, telnyx, plivo, vonage, sip };
  const settings = {
    PUBLIC_BASE_URL: door.url,
    CARRIER_TWILIO_BASE_URL: twilio.gate.url,
    CARRIER_TELNYX_BASE_URL: telnyx.gate.url,
    CARRIER_PLIVO_BASE_URL: plivo.gate.url,
    CARRIER_VONAGE_BASE_URL: vonage.gate.url,
    ...sip.settings,
  };
  const platform = await startCallingPlatform({}, settings);
  const endMedia = await standInForMedia(platform);
  const processes = [1, 2, 3].map(() => startApiProcess({ ...environmentOf(platform), ...settings }));
  const [first = "", ...others] = await Promise.all(processes.map((process) => process.listening()));
  door.serve([first]);
  return {
    ...platform,
    // Every request to the platform is made over HTTP, again where a busy platform says so and where its process was killed.
    api: { ...platform.api, client: (credentials) => createApiClient(door.url, credentials, fetchAndReturn) },
    carriers,
    killTheFirst: async () => {
      const killed = kill(processes.slice(0, 1));
      // At once: whoever asks again does so for seconds only, and a busy machine takes longer to tell that a process has ended.
      door.serve(others);
      await killed;
    },
    close: async () => {
      await kill(processes);
      await endMedia();
      await platform.close();
      await Promise.all(Object.values(carriers).map((carrier) => carrier.close()));
      await door.close();
    },
  };
};

const kill = async (processes: readonly ApiProcess[]): Promise<void> => {
  for (const { child } of processes) child.kill("SIGKILL");
  await Promise.all(processes.map(({ ended }) => ended));
};

/** Returns the environment of the API in the test's own process. */
export const environmentOf = ({ test, api }: CallingPlatform): Record<string, string> => {
  const { config } = api.dependencies;
  return {
    PORT: "0",
    PUBLIC_BASE_URL: readPublicBaseUrl(config),
    DATABASE_URL: test.url,
    // One process holds a conversation through every driver: on a busy machine their work waits for connections for seconds.
    DATABASE_POOL_SIZE: "15",
    TEMPORAL_ADDRESS: testEnvironment.temporalAddress(),
    TEMPORAL_NAMESPACE: config.TEMPORAL_NAMESPACE,
    S3_ENDPOINT: config.S3_ENDPOINT ?? "",
    S3_ACCESS_KEY: config.S3_ACCESS_KEY ?? "",
    S3_SECRET_KEY: config.S3_SECRET_KEY ?? "",
    S3_BUCKET: TEST_BUCKET,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    CARRIER_SIMULATOR_BASE_URL: config.CARRIER_SIMULATOR_BASE_URL ?? "",
    SIMULATOR_SIGNING_KEY,
    OUTBOUND_ALLOWED_NETWORKS: "127.0.0.1",
    RATE_LIMIT_PER_KEY_PER_SECOND: "100000",
    RATE_LIMIT_PER_ADDRESS_PER_SECOND: "100000",
    LOG_LEVEL: "info",
  };
};
