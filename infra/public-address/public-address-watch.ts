import { listAddressFindings, type PublicAddressReading } from "../../domain/call/public-address.rules.ts";
import type { Logger } from "../logger.ts";
import type { TokenSigner } from "../secrets/token-signer.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { readCertificateEnd } from "./certificate.ts";
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
  metrics: Pick<Metrics, "publicAddressPasses" | "certificateEnd">;
}

const CERTIFICATE_WITHIN_MS = 5_000;

/** Whether the address is reached at all is told beside it: a certificate that cannot be read leaves no figure. */
const noteCertificate = async ({ publicBaseUrl, metrics }: Watching): Promise<void> => {
  const address = new URL(publicBaseUrl);
  if (address.protocol !== "https:") return;
  const end = await readCertificateEnd(address, CERTIFICATE_WITHIN_MS).catch(() => null);
  if (end === null) metrics.certificateEnd.remove();
  else metrics.certificateEnd.set(end.getTime() / 1000);
};

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
      await noteCertificate(watching);
      const now = findings().join("\n");
      if (now !== before && now !== "") logger.warn(now);
      if (now !== before && now === "") logger.info("the public address passes HTTP and WebSockets again");
      return latest;
    },
  };
};
