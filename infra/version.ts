import packageJson from "../package.json" with { type: "json" };

/** The platform's version, of which every process has the same. */
export const version: string = packageJson.version;
