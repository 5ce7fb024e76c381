import { once } from "node:events";
import { connect } from "node:tls";
import { listAddressFindings } from "../../domain/call/public-address.rules.ts";
import { DAY_MS } from "../../domain/time/durations.rules.ts";
import { systemClock } from "../clock.ts";
import { type Config, readPublicBaseUrl, requireSettings } from "../config/config.ts";
import { probePublicAddress } from "../public-address/probe-public-address.ts";
import { createTokenSigner } from "../secrets/token-signer.ts";
import { describeError } from "./examine.ts";
import { ANSWERS_WITHIN_MS, type Check, fault, good, HTTPS_PORT, warning } from "./finding.ts";

/** Whoever renews certificates by hand needs about this long. */
const RENEW_WITHIN_DAYS = 14;

/** Looks at the address under which carriers and browsers reach the platform: requests, WebSockets and its certificate. */
export const checkPublicAddress = (config: Config): Check => ({
  part: "Public address",
  look: async () => {
    const publicBaseUrl = readPublicBaseUrl(config);
    const { ENCRYPTION_KEY, ENCRYPTION_KEYS_FORMER } = requireSettings(config, "ENCRYPTION_KEY");
    const tokens = createTokenSigner([ENCRYPTION_KEY, ...ENCRYPTION_KEYS_FORMER]);
    const reading = await probePublicAddress({ publicBaseUrl, tokens, clock: systemClock });
    const faults = listAddressFindings(publicBaseUrl, reading).map((text) =>
      fault(text, "Let PUBLIC_BASE_URL be the root that carriers reach, and look at the proxy in front of the API"),
    );
    const address = new URL(publicBaseUrl);
    return [
      ...(faults.length > 0 ? faults : [good(`${publicBaseUrl} passes requests and WebSockets`)]),
      ...(address.protocol === "https:" ? [await judgeCertificate(address)] : judgePlain(address)),
    ];
  },
});

const judgePlain = ({ hostname, origin }: URL) =>
  hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.")
    ? []
    : [
        warning(
          `${origin} is not encrypted`,
          "Put a proxy with a certificate in front, and an https:// address into PUBLIC_BASE_URL",
        ),
      ];

const judgeCertificate = async ({ hostname, port }: URL) => {
  const socket = connect({ host: hostname, port: Number(port) || HTTPS_PORT, servername: hostname });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
    const words = `Its certificate is valid for ${days} more days`;
    return days < RENEW_WITHIN_DAYS
      ? warning(words, "Renew it, and look at why it was not renewed by itself")
      : good(words);
  } catch (error) {
    return fault(
      `Its certificate is not trusted: ${describeError(error)}`,
      "Let the proxy send a certificate for this name, with its chain",
    );
  } finally {
    // A late error of a socket that nobody listens to would end the process.
    socket.on("error", () => {});
    socket.destroy();
  }
};
