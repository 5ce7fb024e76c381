import { listAddressFindings, type PublicAddressReading } from "../../domain/call/public-address.rules.ts";
import type { Logger } from "../logger.ts";
import type { TokenSigner } from "../secrets/token-signer.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { probePublicAddress } from "./probe-public-address.ts";

/** What this process knows of the platform's public address. */
export interface PublicAddress {
  /** Null: it was not tried yet. */
  latest(): PublicAddressReading | null;
  /** Sentences for people, for what does not come through. */
  findings(): string[];
  /** Tries it now. Never rejects. */
  check(): Promise<PublicAddressReading>;
}

interface Watching {
  publicBaseUrl: string;
  tokens: TokenSigner;
  clock: { now(): Date };
  logger: Logger;
  metrics: Pick<Metrics, "publicAddressPasses">;
}

/** Creates what tries the public address when it is told to, and logs each change of what comes through. */
export const createPublicAddress = (watching: Watching): PublicAddress => {
  const { publicBaseUrl, logger, metrics } = watching;
  let latest: PublicAddressReading | null = null;
  const findings = () => listAddressFindings(publicBaseUrl, latest);
  return {
    latest: () => latest,
    findings,
    check: async () => {
      const before = findings().join("\n");
      latest = await probePublicAddress(watching);
      metrics.publicAddressPasses.set({ over: "http" }, latest.http.passes ? 1 : 0);
      metrics.publicAddressPasses.set({ over: "websocket" }, latest.webSocket.passes ? 1 : 0);
      const now = findings().join("\n");
      if (now !== before && now !== "") logger.warn(now);
      if (now !== before && now === "") logger.info("the public address passes HTTP and WebSockets again");
      return latest;
    },
  };
};
