import { existsSync } from "node:fs";
import { cpuSecondsByProgram } from "../../bench/process-cpu.ts";

/**
 * Begins to count the processor time of this process and of all that it starts; the answer prints it. Seconds of a clock
 * would tell how busy the machine is.
 */
export const countProcessorTime = (): (() => void) => {
  if (!existsSync("/proc/self/stat")) return () => {};
  const before = cpuSecondsByProgram(process.pid);
  const beganAt = performance.now();
  return () => {
    const spent = [...cpuSecondsByProgram(process.pid)]
      .map(([program, seconds]) => [program, seconds - (before.get(program) ?? 0)] as const)
      .filter(([, seconds]) => seconds >= 0.5)
      .toSorted(([, one], [, other]) => other - one);
    const all = spent.reduce((sum, [, seconds]) => sum + seconds, 0);
    const parts = spent.map(([program, seconds]) => `${program} ${seconds.toFixed(0)}`).join(", ");
    const wall = (performance.now() - beganAt) / 1000;
    process.stderr.write(
      `the stories: ${all.toFixed(0)} s of processor time (${parts}), ${wall.toFixed(0)} s by the clock\n`,
    );
  };
};
