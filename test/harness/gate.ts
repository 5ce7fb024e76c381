import { once } from "node:events";
import { connect, type Server, type Socket } from "node:net";

/** Something that listens before a real server and passes on what arrives. */
export interface Gate {
  port: number;
  /** Ends every connection that is open. */
  breakOff(): void;
  close(): Promise<void>;
}

export interface Target {
  host: string;
  port: number;
}

/** `listen` makes the server that takes connections; one that is not admitted is ended at once. */
export const openGate = async (
  target: Target,
  listen: (take: (inner: Socket) => void) => Server,
  admits: () => boolean = () => true,
): Promise<Gate> => {
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => open.delete(socket));
  };
  const breakOff = (): void => {
    for (const socket of open) socket.destroy();
  };
  const server = listen((inner) => {
    keep(inner);
    if (!admits()) return void inner.destroy();
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
    port: typeof address === "object" && address ? address.port : 0,
    breakOff,
    close: async () => {
      breakOff();
      const closed = once(server, "close");
      server.close();
      await closed;
    },
  };
};
