import type { RunningStack } from "../../../infra/local/stack.ts";
import { forgetPeak, memoryOf } from "../process-memory.ts";

const PROCESSES = ["api", "worker"] as const;
type WatchedProcess = (typeof PROCESSES)[number];

export interface MemoryReading {
  /** Most that was resident since the reading before, MB; NaN when it was another process then. */
  peakMb: number;
  /** The heap's objects now, MB. */
  heapMb: number;
  pid: number;
}

export type MemoryReadings = Record<WatchedProcess, MemoryReading>;

/** Reads the memory of API and worker; peaks are counted anew from here on. */
export const readMemory = async (stack: RunningStack, metricsToken: string): Promise<MemoryReadings> => {
  const read = async (name: WatchedProcess): Promise<MemoryReading> => {
    const pid = stack.pid(name);
    if (pid === undefined) throw new Error(`the ${name} process is down`);
    const { peakMb } = memoryOf(pid);
    forgetPeak(pid);
    return { pid, peakMb, heapMb: await heapOf(stack.addresses[name], metricsToken) };
  };
  return { api: await read("api"), worker: await read("worker") };
};

const heapOf = async (url: string, token: string): Promise<number> => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const bytes = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(await response.text())?.[1];
  if (bytes === undefined) throw new Error(`${url} tells no size of its heap`);
  return Math.round(Number(bytes) / 1e6);
};
