import packageJson from "../package.json" with { type: "json" };

/** What the health endpoint and the OpenAPI document report. */
export const version: string = packageJson.version;
