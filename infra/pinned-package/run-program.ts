import { spawn } from "node:child_process";

export interface CommandOptions {
  timeoutMs: number;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  user?: { uid: number; gid: number };
}

/** Runs a program to its end and returns its output. Rejects with its last line when it fails. */
export const runProgram = (command: string, args: string[], options: CommandOptions): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      ...options.user,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    // The time-out of `spawn` is not used: its timer keeps this process running when the program cannot be started.
    const timer = setTimeout(() => child.kill("SIGKILL"), options.timeoutMs);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(output);
      const lastLine = output.trimEnd().split("\n").at(-1);
      reject(
        new Error(signal ? `${command} took over ${options.timeoutMs / 1000} s` : lastLine || `exit code ${code}`),
      );
    });
  });
