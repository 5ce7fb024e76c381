import { ProcessingFailedError, RingdownError } from "../src/index.ts";

/** How a command ends, as docs/integrators/cli.md lists it. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notAllowed: 3,
  notFound: 4,
  refused: 5,
  notNow: 6,
  differs: 7,
  red: 8,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end of a command that is its own: what is wrong, and what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: ExitCode;

  constructor(sentence: string, exitCode: ExitCode = EXIT.usage) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

export const exitCodeOf = (error: unknown): ExitCode => {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof ProcessingFailedError) return EXIT.failed;
  if (error instanceof TypeError && !(error instanceof RingdownError)) return EXIT.usage;
  if (!(error instanceof RingdownError)) return EXIT.failed;
  const { status } = error;
  if (status === 401 || status === 403) return EXIT.notAllowed;
  if (status === 404 || status === 410) return EXIT.notFound;
  if (status === 0 || status === 429 || status >= 500) return EXIT.notNow;
  return EXIT.refused;
};
