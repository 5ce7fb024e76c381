import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Config } from "../../infra/config/config.ts";
import { tooManyRequests } from "./http-error.ts";
import type { Actor } from "./operation-context.ts";

export interface RateLimits {
  /** Before credentials are looked at. */
  takeForAddress(address: string): Promise<void>;
  takeForActor(actor: Actor): Promise<void>;
}

/** Fixed windows of one second, in this process: each API process allows as much. */
export const createRateLimits = (config: Config): RateLimits => {
  const addresses = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_ADDRESS_PER_SECOND, duration: 1 });
  const actors = new RateLimiterMemory({ points: config.RATE_LIMIT_PER_KEY_PER_SECOND, duration: 1 });
  return {
    takeForAddress: (address) => take(addresses, address, "this address"),
    takeForActor: ({ credential }) => take(actors, `${credential.kind}:${credential.id}`, "this key"),
  };
};

const take = async (limiter: RateLimiterMemory, subject: string, whose: string): Promise<void> => {
  try {
    await limiter.consume(subject);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    throw tooManyRequests(
      `Too many requests from ${whose}: at most ${limiter.points} a second`,
      rejection.msBeforeNext / 1000,
    );
  }
};
