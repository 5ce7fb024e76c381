import type { PublicAddressReading } from "../../domain/call/public-address.rules.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { systemClock } from "../clock.ts";
import { type Config, readPublicBaseUrl, requireSettings } from "../config/config.ts";
import { readCertificateEnd } from "../public-address/certificate.ts";
import { probePublicAddress } from "../public-address/probe-public-address.ts";
import { createTokenSigner } from "../secrets/token-signer.ts";
import { describeError } from "./examine.ts";
import { ANSWERS_WITHIN_MS, type Check, fault, good, warning } from "./finding.ts";

/** Whoever renews certificates by hand needs about this long. */
const RENEW_WITHIN_DAYS = 14;

/** Looks at the address under which carriers and browsers reach the platform: requests, WebSockets and its certificate. */
export const checkPublicAddress = (config: Config): Check => ({
  part: "public_address",
  look: async () => {
    const publicBaseUrl = readPublicBaseUrl(config);
    const { ENCRYPTION_KEY, ENCRYPTION_KEYS_FORMER } = requireSettings(config, "ENCRYPTION_KEY");
    const tokens = createTokenSigner([ENCRYPTION_KEY, ...ENCRYPTION_KEYS_FORMER]);
    const reading = await probePublicAddress({ publicBaseUrl, tokens, clock: systemClock });
    const address = new URL(publicBaseUrl);
    return [
      judgePassage(publicBaseUrl, reading),
      ...(address.protocol === "https:" ? [await judgeCertificate(address)] : judgePlain(address)),
    ];
  },
});

const judgePassage = (address: string, { http, webSocket }: PublicAddressReading) => {
  if (!http.passes) return fault("address_leads_elsewhere", { address, reason: http.reason });
  return webSocket.passes
    ? good("address_passes", { address })
    : fault("address_without_web_sockets", { address, reason: webSocket.reason });
};

const judgePlain = ({ hostname, origin }: URL) =>
  hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.")
    ? []
    : [warning("address_unencrypted", { origin })];

const judgeCertificate = async (address: URL) => {
  try {
    const end = await readCertificateEnd(address, ANSWERS_WITHIN_MS);
    const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
    return days < RENEW_WITHIN_DAYS ? warning("certificate_ending", { days }) : good("certificate_valid", { days });
  } catch (error) {
    return fault("certificate_untrusted", { reason: describeError(error) });
  }
};
