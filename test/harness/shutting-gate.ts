import { createServer } from "node:net";
import { openGate } from "./gate.ts";

/** In front of a real server, which goes away and comes back for those who know the gate's address alone. */
export interface ShuttingGate {
  /** host:port, for URLs. */
  address: string;
  /** From now on connections break off, those that are open too. */
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** It goes on listening while it is shut: another process cannot take its port meanwhile. */
export const gateBefore = async (url: string): Promise<ShuttingGate> => {
  const { hostname, port } = new URL(url);
  let isShut = false;
  const gate = await openGate({ host: hostname, port: Number(port) }, createServer, () => !isShut);
  return {
    address: `127.0.0.1:${gate.port}`,
    shut: () => {
      isShut = true;
      gate.breakOff();
    },
    open: () => {
      isShut = false;
    },
    close: gate.close,
  };
};
