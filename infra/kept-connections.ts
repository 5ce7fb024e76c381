/**
 * The options of an agent that keeps connections for the next request. With a limit of its own, Node's agent also closes an idle
 * connection a second sooner than the other side says it will: a request that leaves as the other side closes is lost.
 */
export const KEPT_CONNECTIONS = { keepAlive: true, timeout: 30_000 } as const;
