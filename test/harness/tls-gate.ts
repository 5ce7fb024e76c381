import { createServer, type TlsOptions } from "node:tls";
import type { Certified } from "./certificate-authority.ts";
import { type Gate, openGate, type Target } from "./gate.ts";

/** Ends TLS in front of a real server that speaks without it, as a gateway does. */
export const openTlsGate = (target: Target, { certificate, key }: Certified, options: TlsOptions = {}): Promise<Gate> =>
  openGate(target, (take) => createServer({ cert: certificate, key, ...options }, take));
