import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

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
const openShuttingGate = async (target: { host: string; port: number }): Promise<ShuttingGate> => {
  const sockets = new Set<Socket>();
  let isShut = false;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
  };
  const breakOff = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((inner) => {
    keep(inner);
    if (isShut) return void inner.destroy();
    const outer = connect(target);
    keep(outer);
    inner.pipe(outer).pipe(inner);
    inner.on("close", () => outer.destroy());
    outer.on("close", () => inner.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    address: `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    shut: () => {
      isShut = true;
      breakOff();
    },
    open: () => {
      isShut = false;
    },
    close: async () => {
      breakOff();
      server.close();
      await once(server, "close");
    },
  };
};

export const gateBefore = (url: string): Promise<ShuttingGate> => {
  const { hostname, port } = new URL(url);
  return openShuttingGate({ host: hostname, port: Number(port) });
};
