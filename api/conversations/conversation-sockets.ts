import type { RequestGuards } from "../http/load/request-guards.ts";
import type { ApiDependencies } from "../http/operation-context.ts";
import { createRelayServer, type RelayEndpoint, type RelayServer } from "./relay/relay-server.ts";
import { createSupervisorServer } from "./supervision/supervisor-sockets.ts";
import { createSoundServer } from "./web-call/sound-connections.ts";

interface SocketOptions {
  stopping: AbortSignal;
  endpoints: readonly RelayEndpoint[];
  guards: Pick<RequestGuards, "limits" | "held">;
}

/** Creates the server for all WebSockets of conversations: their words, and sound where there is no LiveKit. */
export const createConversationSockets = (deps: ApiDependencies, options: SocketOptions): RelayServer => {
  const relay = createRelayServer(deps, options);
  const sound = createSoundServer(deps, options);
  const supervisors = createSupervisorServer(deps, options);
  return {
    ...relay,
    onUpgrade: (request, socket, head) =>
      ([sound, supervisors].find(({ isPath }) => isPath(request.url ?? "")) ?? relay).onUpgrade(request, socket, head),
    drain: () => {
      sound.drain();
      supervisors.drain();
      return relay.drain();
    },
  };
};
