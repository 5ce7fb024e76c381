/** A request by the proxy's own record: what a client got. */
export interface AnsweredRequest {
  status: number;
  method: string;
  path: string;
}

/** A proxy that runs with the site that the project ships for it. */
export interface ProxySite {
  url: string;
  /** Every request that has ended so far; a WebSocket has ended when it is closed. */
  requests(): AnsweredRequest[];
  stop(): Promise<void>;
}
