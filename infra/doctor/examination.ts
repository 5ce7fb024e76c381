import { MINUTE_MS } from "../../domain/time/durations.rules.ts";
import type { Clock } from "../clock.ts";
import type { Finding } from "./finding.ts";

/** What the doctor found, and when it had looked. */
export interface Examined {
  at: Date;
  findings: readonly Finding[];
}

/** Looks at the installation for whoever asks, once a minute at most; those who ask meanwhile get the same. */
export type Examination = () => Promise<Examined>;

export const createExamination = (look: () => Promise<Finding[]>, clock: Clock): Examination => {
  let latest: { from: number; examined: Promise<Examined> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (latest === null || now - latest.from >= MINUTE_MS) {
      const examined = look().then((findings) => ({ at: clock.now(), findings }));
      latest = { from: now, examined };
    }
    return latest.examined;
  };
};
