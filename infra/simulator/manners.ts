import type { SandboxManners } from "../../domain/environment/sandbox-manners.ts";
import type { SimulatorScript } from "./script.ts";

/** A request for a call, with the manners that its organization gave its own simulator. */
interface MannerlyRequest {
  sandbox: boolean;
  manners: SandboxManners | null;
}

/** Returns how a call goes whose organization has set the manners of its own simulator; they bind calls of its sandbox alone. */
export const applyManners = (script: SimulatorScript, { sandbox, manners }: MannerlyRequest): SimulatorScript => {
  if (!sandbox || !manners) return script;
  const { callbacks, people, groups, latency_ms: latencyMs, calls_per_second } = manners;
  const { outcomes: _outcomes, weights: _weights, ...defaults } = script.defaults;
  const isSaid = people.outcomes !== undefined || people.weights !== undefined;
  return {
    ...script,
    calls_per_second,
    defaults: {
      ...(isSaid ? defaults : script.defaults),
      ...people,
      misbehaviours: {
        throttled: manners.throttled,
        request_lost: manners.lost_requests,
        response_lost: manners.lost_answers,
        server_error: manners.server_errors,
        slow_response: latencyMs > 0 ? 1 : 0,
        slow_response_ms: latencyMs,
        callback_lost: callbacks.lost,
        callback_duplicated: callbacks.doubled,
        callback_reordered: callbacks.reordered,
        callback_late: callbacks.late,
        callback_late_ms: Math.round(callbacks.late_by_seconds * 1000),
      },
    },
    rules: [...groups.map(({ ending, ...own }) => ({ match: `${ending}$`, ...own })), ...script.rules],
  };
};

/** Tells whether the carrier is away at an instant: it answers no request, and sends no callback. */
export const isAway = ({ sandbox, manners }: MannerlyRequest, atMs: number): boolean => {
  const outage = sandbox ? manners?.outage : null;
  return outage != null && atMs >= Date.parse(outage.from) && atMs < Date.parse(outage.to);
};
