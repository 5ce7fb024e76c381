import { once } from "node:events";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { Client } from "pg";
import type { Config } from "../config/config.ts";
import { findHostFault } from "../guarded-request/host-fault.ts";
import { readOutboundPolicy } from "../guarded-request/outbound-policy.ts";
import { CARTESIA_ROOT } from "../models/cartesia.speech.ts";
import { DEEPGRAM_ROOT } from "../models/deepgram.speech.ts";
import { ELEVENLABS_ROOT } from "../models/elevenlabs.speech.ts";
import { OPENAI_ROOT } from "../models/openai.client.ts";
import { HTTPS_PORT } from "../public-address/certificate.ts";
import { PLIVO_ROOT } from "../telephony/plivo/plivo.carrier.ts";
import { TELNYX_ROOT } from "../telephony/telnyx/telnyx.carrier.ts";
import { TWILIO_ROOT } from "../telephony/twilio/twilio.carrier.ts";
import { VONAGE_ROOT } from "../telephony/vonage/vonage.carrier.ts";
import { describeError } from "./examine.ts";
import { ANSWERS_WITHIN_MS, type Check, type Found, fault, good, warning } from "./finding.ts";

/** Organizations may name any number of models of their own. */
const MOST_ADDRESSES = 20;

/**
 * Looks at whether the carriers and the models that organizations use can be reached from here. Which those are is read with the
 * login for migrations; no credentials are sent.
 */
export const checkOutside = (config: Config): Check[] => {
  const { DATABASE_MIGRATIONS_URL: url } = config;
  if (url === undefined) return [];
  return [
    {
      part: "outside",
      look: async () => {
        const { used, setAside } = await readUse(url);
        const addresses = [...new Set(used.map((each) => rootOf(each, config)).filter((root) => root !== null))];
        const reached = addresses.slice(0, MOST_ADDRESSES).map((address) => judgeAddress(address, config));
        const found = [...(await Promise.all(reached)), ...judgeAccounts(setAside)];
        return found.length > 0 ? found : [good("no_outside")];
      },
    },
  ];
};

interface UsedService {
  provider: string;
  baseUrl: string | null;
}

const readUse = async (connectionString: string): Promise<{ used: UsedService[]; setAside: number }> => {
  const client = new Client({ connectionString, connectionTimeoutMillis: ANSWERS_WITHIN_MS });
  await client.connect();
  try {
    const { rows: used } = await client.query<UsedService>(`
      select distinct provider, null as "baseUrl" from telephony_configurations
      union select distinct provider, base_url from model_configurations`);
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from telephony_configurations where inactive_since is not null",
    );
    return { used, setAside: rows[0]?.count ?? 0 };
  } finally {
    await client.end();
  }
};

const rootOf = ({ provider, baseUrl }: UsedService, config: Config): string | null => {
  if (baseUrl !== null) return baseUrl;
  const roots: Record<string, string> = {
    twilio: config.CARRIER_TWILIO_BASE_URL ?? TWILIO_ROOT,
    telnyx: config.CARRIER_TELNYX_BASE_URL ?? TELNYX_ROOT,
    plivo: config.CARRIER_PLIVO_BASE_URL ?? PLIVO_ROOT,
    vonage: config.CARRIER_VONAGE_BASE_URL ?? VONAGE_ROOT,
    openai: OPENAI_ROOT,
    cartesia: CARTESIA_ROOT,
    deepgram: DEEPGRAM_ROOT,
    elevenlabs: ELEVENLABS_ROOT,
  };
  return roots[provider] ?? null;
};

const judgeAddress = async (address: string, config: Config): Promise<Found> => {
  const { origin, hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  const refusal = await findHostFault(host, readOutboundPolicy(config.OUTBOUND_ALLOWED_NETWORKS ?? ""));
  if (refusal !== null) return fault("address_forbidden", { origin, host });
  const isSecure = protocol === "https:";
  const target = { host, port: Number(port) || (isSecure ? HTTPS_PORT : 80) };
  const socket = isSecure ? connectTls({ ...target, servername: host }) : connect(target);
  try {
    await once(socket, isSecure ? "secureConnect" : "connect", { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return good("address_reached", { origin });
  } catch (error) {
    return fault("address_unreached", { origin, reason: describeError(error) });
  } finally {
    socket.on("error", () => {});
    socket.destroy();
  }
};

const judgeAccounts = (count: number) => (count === 0 ? [] : [warning("accounts_set_aside", { count })]);
