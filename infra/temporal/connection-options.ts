import { readFile } from "node:fs/promises";
import { type Config, requireSettings } from "../config/config.ts";

/** Returns address, key and TLS of the Temporal server for client and worker connections. */
export const readConnectionOptions = async (config: Config) => {
  const { TEMPORAL_ADDRESS: address } = requireSettings(config, "TEMPORAL_ADDRESS");
  const tls = await tlsOptions(config);
  return {
    address,
    ...(config.TEMPORAL_API_KEY && { apiKey: config.TEMPORAL_API_KEY }),
    ...(tls !== undefined && { tls }),
  };
};

const tlsOptions = async (config: Config) => {
  const { TEMPORAL_TLS_CA_FILE: ca, TEMPORAL_TLS_CERT_FILE: cert, TEMPORAL_TLS_KEY_FILE: key } = config;
  const wanted = config.TEMPORAL_TLS ?? Boolean(config.TEMPORAL_API_KEY ?? ca ?? cert);
  if (!wanted) return undefined;
  return {
    ...(config.TEMPORAL_TLS_SERVER_NAME && { serverNameOverride: config.TEMPORAL_TLS_SERVER_NAME }),
    ...(ca && { serverRootCACertificate: await readFile(ca) }),
    ...(cert && key && { clientCertPair: { crt: await readFile(cert), key: await readFile(key) } }),
  };
};
