import packageJson from "../package.json" with { type: "json" };

/** The version in the health answer and the OpenAPI document. */
export const version: string = packageJson.version;
