import type { IncomingMessage } from "node:http";
import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import { SIP } from "../../../domain/call/carrier-account.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { isRelayToken } from "../../../infra/telephony/call-addresses.ts";
import type { CallbackRequest } from "../../../infra/telephony/carrier.ts";
import type { NamedCall, RelayEndpoint } from "../../conversations/relay/relay-server.ts";
import { watchForMachine } from "../../conversations/relay/watch-for-machine.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import { markAnsweredCall } from "../mark-answered-call.ts";
import { openLineConversation } from "../open-line-conversation.ts";
import { findCallbackTarget } from "./callback-target.ts";

const PATH = /^\/api\/v1\/telephony\/relay\/([a-z0-9_-]{1,40})\/([1-9]\d{0,14})\/([0-9a-f-]{36})\/([\w.-]{1,400})$/i;

const isRelayPath = (url: string): boolean => url.startsWith("/api/v1/telephony/relay/");

const readProvider = (request: IncomingMessage): string => PATH.exec(request.url ?? "")?.[1] ?? "";

/** Returns the call of the address where our token is for it. */
const readCall = (deps: ApiDependencies, request: IncomingMessage): NamedCall | null => {
  const [, , organization, runUuid, token] = PATH.exec(request.url ?? "") ?? [];
  if (!organization || !runUuid || !token) return null;
  const call = { organizationId: Number(organization), runUuid };
  return isRelayToken(deps.tokens, { token, call, now: deps.clock.now() }) ? { ...call, isOfServer: true } : null;
};

/**
 * Returns the call whose words pass over this connection: besides our token the carrier's own signature must match, and the
 * call must not be over. Null otherwise, without a reason for a stranger.
 */
const admitRelay = async (
  deps: ApiDependencies,
  { request, call }: { request: IncomingMessage; call: NamedCall | null },
): Promise<CallRun | null> => {
  const provider = readProvider(request);
  if (!deps.carriers.has(provider)) return null;
  if (!call) return refuse(deps, provider, "token");
  const { run, carrier, credentials } = await findCallbackTarget(deps, {
    provider,
    organization_id: String(call.organizationId),
    run_uuid: call.runUuid,
  });
  if (!carrier.verifyRelay(credentials, handshakeOf(deps, request))) return refuse(deps, provider, "signature");
  return isCallOver(run) ? refuse(deps, provider, "call is over") : run;
};

/** Rebuilds the address that the carrier was given. */
const handshakeOf = ({ config }: ApiDependencies, request: IncomingMessage): CallbackRequest => ({
  method: "GET",
  url: `${readPublicBaseUrl(config).replace(/^http/, "ws")}${request.url}`,
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  ),
  body: Buffer.alloc(0),
});

const refuse = ({ logger, metrics }: ApiDependencies, provider: string, reason: string): null => {
  metrics.callbacks.inc({ provider, result: "refused" });
  logger.warn({ provider, reason }, "a relay connection was refused");
  return null;
};

/** The endpoint of carriers that relay a call's words. */
export const carrierRelays: RelayEndpoint = {
  isPath: isRelayPath,
  readCall,
  admit: admitRelay,
  lineOf: (deps, run) => ({
    isMeasured: run.provider === SIP,
    open: async (session) => {
      await markAnsweredCall(deps, run);
      return openLineConversation(deps, { run, driver: "relay" }, session);
    },
  }),
  watch: (deps, run, call) => {
    // A call that is connected again goes on.
    deps.expectedEnds.settle(run);
    return watchForMachine(deps, run, call.machineDetected);
  },
  left: (deps, run) => deps.expectedEnds.expect(run),
};
