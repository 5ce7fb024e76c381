import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Who signs in at Dex. */
export interface DexPerson {
  id: string;
  name: string;
  email: string;
  email_verified: boolean;
  groups: readonly string[];
}

/** Dex, with one client. */
export interface DexProvider {
  issuer: string;
  /** From now on this person signs in. */
  setPerson(person: DexPerson): Promise<void>;
  /** Dex rotates its keys, as it does by itself every six hours. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Dex for one client; `program`: where `resolveDex` has it. */
export const startDex = async (
  program: string,
  client: { id: string; secret: string; redirect_uri: string },
): Promise<DexProvider> => {
  const child = spawn(program, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = async (order: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error("Dex has ended");
    return value;
  };
  const issuer = (await tell({ client })).replace(/^ready /, "");
  return {
    issuer,
    setPerson: async (person) => void (await tell({ person })),
    rotateKeys: async () => void (await tell({ rotate: true })),
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
};
