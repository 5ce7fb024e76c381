import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Serves several API processes at one address, below HTTP: requests and WebSockets. */
export interface FrontDoor {
  url: string;
  /** The processes behind it from now on. */
  serve(targets: readonly string[]): void;
  close(): Promise<void>;
}

/** Connections go to the processes in turn; one that refuses is passed over, one that dies takes its connections along. */
export const openFrontDoor = async (): Promise<FrontDoor> => {
  const sockets = new Set<Socket>();
  let ports: readonly number[] = [];
  let turn = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const pass = (outside: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined) return void outside.destroy();
    const inside = keep(connect(port, "127.0.0.1"));
    let isOpen = false;
    inside.once("connect", () => {
      isOpen = true;
      outside.pipe(inside).pipe(outside);
      outside.resume();
    });
    inside.on("error", () => (isOpen ? outside.destroy() : pass(outside, others)));
    inside.once("close", () => isOpen && outside.destroy());
    outside.once("close", () => inside.destroy());
  };
  const server = createServer({ pauseOnConnect: true }, (outside) => {
    outside.on("error", () => outside.destroy());
    turn += 1;
    const from = turn % Math.max(ports.length, 1);
    pass(keep(outside), [...ports.slice(from), ...ports.slice(0, from)]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the front door has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    serve: (targets) => {
      ports = targets.map((target) => Number(new URL(target).port));
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
