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

/** The longest that a part of the installation may take to take a connection. */
export const CONNECTS_WITHIN_MS = 10_000;
/** The longest that an address on the way of a browser or to a provider may take to answer. */
export const ANSWERS_WITHIN_MS = 5_000;

export const HTTPS_PORT = 443;
