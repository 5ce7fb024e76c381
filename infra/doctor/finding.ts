/** `warning`: it works, and will not on a bad day. `fault`: it does not work. */
export type FindingLevel = "good" | "warning" | "fault";

/** What was found about one part of an installation, from where the doctor runs. */
export interface Finding {
  /** Such as PostgreSQL, or the public address. */
  part: string;
  level: FindingLevel;
  text: string;
  /** What mends it. */
  remedy?: string;
}

/** Looks at one part. Each finding is about that part; a check that throws is a fault of it. */
export interface Check {
  part: string;
  look(): Promise<Omit<Finding, "part">[]>;
}

export const good = (text: string) => ({ level: "good", text }) as const;
export const warning = (text: string, remedy: string) => ({ level: "warning", text, remedy }) as const;
export const fault = (text: string, remedy: string) => ({ level: "fault", text, remedy }) as const;
